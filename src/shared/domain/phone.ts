/** Whole codes first: +7 is also the beginning of nothing else here, but a longer code must win over a shorter one. */
const PLANS = [
  { code: '+998', is: /^\+998/u, groups: [2, 3, 2, 2], marks: [' ', ' ', ' '] },
  { code: '+992', is: /^\+992/u, groups: [2, 3, 2, 2], marks: [' ', ' ', ' '] },
  // Kazakhstan shares +7 with Russia: its numbers begin with 6 or 7.
  { code: '+7', is: /^\+7[67]/u, groups: [3, 3, 2, 2], marks: [' ', ' ', ' '] },
  { code: '+7', is: /^\+7/u, groups: [3, 3, 2, 2], marks: [' ', '-', '-'] },
] as const;

/** Digits and what people put between them, with or without a plus at the front. Anything else is not ours to tidy. */
const PLAIN = /^\s*\+?[\s\d().\-\u00a0\u2009\u202f]*$/u;

/** What is sent: the digits with their plus. A text that is no plain number is sent as it was typed. */
export function cleanPhone(text: string): string {
  if (!PLAIN.test(text)) return text.trim();
  const digits = text.replaceAll(/\D/gu, '');
  return digits !== '' && text.trim().startsWith('+') ? `+${digits}` : digits;
}

/** "+7 999 123-45-67": for the eye. A country that is not known here, or no plus, keeps its digits together. */
export function formatPhone(text: string): string {
  if (!PLAIN.test(text)) return text;
  const clean = cleanPhone(text);
  if (clean === '') return text.trim() === '+' ? '+' : '';
  const plan = PLANS.find(({ is }) => is.test(clean));
  if (plan === undefined) return clean;
  let rest = clean.slice(plan.code.length);
  let shown: string = plan.code;
  for (const [at, size] of plan.groups.entries()) {
    if (rest === '') return shown;
    shown += (at === 0 ? ' ' : plan.marks[at - 1]) + rest.slice(0, size);
    rest = rest.slice(size);
  }
  // A digit too many stands apart, where it is seen.
  return rest === '' ? shown : `${shown} ${rest}`;
}

export type Typing = { readonly text: string; readonly caret: number };
export type Deletion = 'back' | 'ahead' | null;

const SIGNIFICANT = /[+\d]/u;

/**
 * What the box shows after a key, and where the caret stands: behind the same digit as before. Deleting a mark between
 * groups deletes the digit beyond it, since the mark would only come back.
 */
export function retypePhone(shown: string, typed: Typing, deletion: Deletion): Typing {
  if (!PLAIN.test(typed.text)) return typed;
  const onlyMark =
    deletion !== null &&
    typed.text.length === shown.length - 1 &&
    cleanPhone(typed.text) === cleanPhone(shown);
  const { text, caret } = onlyMark ? withoutDigit(typed, deletion) : typed;
  const before = text.slice(0, caret).replaceAll(/[^+\d]/gu, '').length;
  const formatted = formatPhone(text);
  return { text: formatted, caret: afterSigns(formatted, before) };
}

function withoutDigit({ text, caret }: Typing, deletion: 'back' | 'ahead'): Typing {
  const at = deletion === 'back' ? caret - 1 : caret;
  if (at < 0 || at >= text.length) return { text, caret };
  return { text: text.slice(0, at) + text.slice(at + 1), caret: Math.min(at, caret) };
}

function afterSigns(text: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (SIGNIFICANT.test(text.charAt(at))) seen += 1;
    if (seen === count) return at + 1;
  }
  return text.length;
}
