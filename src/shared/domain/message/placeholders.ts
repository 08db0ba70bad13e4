import type { MessagePurpose } from '../template.ts';

/** What a wording may hold in braces, in the order in which the editor offers them. */
export const PLACEHOLDERS = [
  'amount',
  'currency',
  'number',
  'name',
  'bank',
  'bic',
  'reason',
  'link',
  'valid_until',
  'customer',
  'order',
  'paid_amount',
  'missing_amount',
  'minutes_left',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const ABOUT: readonly Placeholder[] = ['amount', 'currency', 'customer', 'order'];
const PAY_TO: readonly Placeholder[] = ['number', 'name', 'bank', 'bic', 'reason', 'link'];

/** What has a value in a message of this purpose. A line with nothing but others is left out. */
const FILLED: Readonly<Record<MessagePurpose, readonly Placeholder[]>> = {
  payment: [...ABOUT, ...PAY_TO, 'valid_until'],
  reminder: [...ABOUT, ...PAY_TO, 'valid_until', 'minutes_left'],
  expired: [...ABOUT, 'valid_until'],
  receipt: [...ABOUT, 'paid_amount'],
  partial: [...ABOUT, 'paid_amount', 'missing_amount'],
  refusal: ABOUT,
};

export function placeholdersFor(purpose: MessagePurpose): readonly Placeholder[] {
  return PLACEHOLDERS.filter((placeholder) => FILLED[purpose].includes(placeholder));
}

/** Whether the customer can still pay when this message is sent. */
export function mayHoldPayTo(purpose: MessagePurpose): boolean {
  return FILLED[purpose].includes('number');
}

/** A placeholder, or what looks like one. */
export const BRACED = /\{(?<word>[^{}\n]*)\}/gu;

export function isPlaceholder(word: string): word is Placeholder {
  return PLACEHOLDERS.some((known) => known === word);
}

export function placeholdersIn(text: string): ReadonlySet<Placeholder> {
  const words = [...text.matchAll(BRACED)].map(({ groups }) => groups?.['word'] ?? '');
  return new Set(words.filter(isPlaceholder));
}

export type WordingFault =
  | { readonly code: 'empty' }
  | { readonly code: 'too_long'; readonly limit: number }
  /** `{numbr}`, as it is written. */
  | { readonly code: 'unknown_placeholder'; readonly written: string }
  /** A brace that opens or closes nothing: a customer would see it. */
  | { readonly code: 'lone_brace'; readonly written: string }
  /** Says neither where to pay nor what to open. */
  | { readonly code: 'nothing_to_pay' }
  /** Says where to pay, to a customer who has nothing to pay any more. */
  | { readonly code: 'says_where_to_pay' };

/** Why a wording cannot be used; null: it can. */
export function wordingFault(
  text: string,
  mostCharacters: number,
  purpose: MessagePurpose = 'payment',
): WordingFault | null {
  if (text.trim() === '') return { code: 'empty' };
  if (text.trim().length > mostCharacters) return { code: 'too_long', limit: mostCharacters };
  for (const { 0: written, groups } of text.matchAll(BRACED)) {
    if (!isPlaceholder(groups?.['word'] ?? '')) return { code: 'unknown_placeholder', written };
  }
  const [lone] = /[{}][^{}\n]{0,20}/u.exec(text.replaceAll(BRACED, '')) ?? [];
  if (lone !== undefined) return { code: 'lone_brace', written: lone };
  const used = placeholdersIn(text);
  const isPayable = used.has('number') || used.has('link');
  if (isPayable) return mayHoldPayTo(purpose) ? null : { code: 'says_where_to_pay' };
  return purpose === 'payment' ? { code: 'nothing_to_pay' } : null;
}
