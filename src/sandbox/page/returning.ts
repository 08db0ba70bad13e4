import type { LedgerEntry } from '../ledgerLine.ts';
import type { End } from '../ledgerNote.ts';

/** Where the payer goes after the end of a page; `host` is what may be shown of it. */
export type Return = { readonly href: string; readonly host: string };

/**
 * null: the request named no address, or one that nobody should be sent to. The ledger's fields were checked when they came, but
 * nothing here relies on that: only http and https, and no credentials, for a link that carries a name and a password is a trap.
 */
export function returnFor({ fields }: LedgerEntry, end: End): Return | null {
  const given = end === 'paid' ? fields['success_url'] : fields['reject_url'];
  if (typeof given !== 'string' || !URL.canParse(given)) return null;
  const { protocol, username, password, href, host } = new URL(given);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return username === '' && password === '' ? { href, host } : null;
}
