import type { Language } from './page/language.ts';

/*
 * The provider's own reading and writing of amounts: it shares none with the desk. Every currency that this provider knows has
 * two decimals. By digits, never through a fraction.
 */

/** Why a text is no amount. */
export type AmountFault = 'empty' | 'unreadable' | 'decimals' | 'zero' | 'too_large';

type Read =
  | { readonly ok: true; readonly cents: number }
  | { readonly ok: false; readonly fault: AmountFault };

/** 999 999 999 999.99: more than any limit here, and far from where numbers stop being exact. */
export const MOST_CENTS = 99_999_999_999_999;
const WHOLE_DIGITS = 12;

/** What people write around an amount in these currencies; the currency's own code is added to them. */
const MONEY_WORDS: readonly string[] = [
  '₽',
  'руб.',
  'руб',
  'р.',
  'р',
  'сум',
  'сўм',
  "so'm",
  'soʻm',
  'som',
  '₸',
  'тг',
  'тенге',
  'сом.',
  'сомони',
];

/**
 * An amount as a payer types it, in whichever habit: 1450 · 1 450,00 · 1,450.00 · 1.450,5 · 1'450. One mark before one or two digits
 * stands before the decimals; before three it separates thousands, for no currency here has three decimals.
 */
function parse(text: string, currency: string): Read {
  const bare = withoutMoneyWord(text.normalize('NFKC').trim(), currency);
  if (bare === '') return no('empty');
  // One kind of space and one kind of apostrophe are enough from here on.
  const typed = bare.replaceAll(/\s/gu, ' ').replaceAll(/[’ʼʻ`]/gu, "'");
  if (!/^[0-9](?:[0-9.,' ]*[0-9])?$/u.test(typed)) return no('unreadable');
  const { whole, decimals } = parted(typed);
  const digits = ungrouped(whole);
  if (digits === null) return no('unreadable');
  if (decimals.length > 2) return no('decimals');
  const significant = digits.replace(/^0+(?=[0-9])/u, '');
  if (significant.length > WHOLE_DIGITS) return no('too_large');
  const cents = Number(significant + decimals.padEnd(2, '0'));
  return cents === 0 ? no('zero') : { ok: true, cents };
}

/** 1450.00 */
function plain(cents: number): string {
  return String(cents)
    .padStart(3, '0')
    .replace(/(?=..$)/u, '.');
}

/** Groups of three and the decimals' mark. The spaces do not break. */
const HABITS: Readonly<Record<Language, { readonly group: string; readonly decimal: string }>> = {
  en: { group: ',', decimal: '.' },
  ru: { group: '\u00a0', decimal: ',' },
};

function shown(cents: number, language: Language): string {
  const { group, decimal } = HABITS[language];
  const [whole = '', fraction = ''] = plain(cents).split('.');
  return `${whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, group)}${decimal}${fraction}`;
}

export const Money = { parse, plain, shown } as const;

function no(fault: AmountFault): Read {
  return { ok: false, fault };
}

function withoutMoneyWord(text: string, currency: string): string {
  const lower = text.toLowerCase();
  const words = [currency.toLowerCase(), ...MONEY_WORDS];
  const after = words.find((word) => lower.endsWith(word));
  if (after !== undefined) return text.slice(0, -after.length).trim();
  const before = words.find((word) => lower.startsWith(word));
  return before === undefined ? text : text.slice(before.length).trim();
}

/** Where the decimals begin, if there are any. */
function parted(text: string): { readonly whole: string; readonly decimals: string } {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const mark = text.charAt(last);
  const whole = last === -1 ? text : text.slice(0, last);
  const rest = last === -1 ? '' : text.slice(last + 1);
  // Twice the same mark, or something beside digits behind it: it separates thousands.
  if (last === -1 || whole.includes(mark) || /[^0-9]/u.test(rest)) {
    return { whole: text, decimals: '' };
  }
  const isGrouped = /[^0-9]/u.test(whole);
  const mayBeThousands = rest.length === 3 && !isGrouped && /^[1-9][0-9]{0,2}$/u.test(whole);
  return mayBeThousands ? { whole: text, decimals: '' } : { whole, decimals: rest };
}

/** null: grouped by more than one mark, or not in threes. */
function ungrouped(whole: string): string | null {
  if (/^[0-9]+$/u.test(whole)) return whole;
  if (!/^[0-9]{1,3}(?<mark>[.,' ])[0-9]{3}(?:\k<mark>[0-9]{3})*$/u.test(whole)) return null;
  return whole.replaceAll(/[^0-9]/gu, '');
}
