import type { LedgerEntry } from '../ledgerLine.ts';
import type { End } from '../ledgerNote.ts';
import type { Payment } from '../payments.ts';
import type { Language } from './language.ts';
import type { AmountFault } from '../money.ts';
import type { Wording } from './wording.ts';

/** In whose words a page speaks. */
export type Voice = {
  readonly language: Language;
  readonly text: Wording;
  /** The language was asked for in the address, so links carry it on. */
  readonly isAsked: boolean;
  /** The states as the callbacks word them just now. */
  readonly states: readonly string[];
};

/** Everything that one page is made of. */
export type View = Voice & {
  readonly entry: LedgerEntry;
  readonly payment: Payment;
  /** `another`: the field for another amount; `method`: the choice once more. */
  readonly step: 'another' | 'method' | null;
  /** Why the amount was not taken, and what was typed. */
  readonly wrong: { readonly typed: string; readonly fault: AmountFault } | null;
};

type Parameters = Readonly<Record<string, string>>;

/** An address of this page, in the language that was asked for. */
export function pathOf(
  view: Pick<View, 'entry' | 'language' | 'isAsked'>,
  action = '',
  more: Parameters = {},
): string {
  const query = new URLSearchParams({
    ...more,
    ...(view.isAsked ? { lang: view.language } : {}),
  }).toString();
  const path = `/pay/${encodeURIComponent(view.entry.id)}${action === '' ? '' : `/${action}`}`;
  return query === '' ? path : `${path}?${query}`;
}

/** Where the payer goes after the end of a page; `host` is what may be shown of it. */
export type Return = { readonly href: string; readonly host: string };

/**
 * null: the request named no address, or one that no payer should be sent to. The ledger's fields were checked when they came, but
 * nothing here relies on that: only http and https, and no credentials, for a link that carries a name and a password is a trap.
 */
export function returnFor({ fields }: LedgerEntry, end: End): Return | null {
  const given = end === 'paid' ? fields['success_url'] : fields['reject_url'];
  if (typeof given !== 'string' || !URL.canParse(given)) return null;
  const { protocol, username, password, href, host } = new URL(given);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return username === '' && password === '' ? { href, host } : null;
}
