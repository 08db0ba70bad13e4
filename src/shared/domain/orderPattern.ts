import { z } from 'zod';

import type { Flow } from './deposit.ts';

/**
 * How a profile numbers its orders: text with `{flow}` (D or P), `{date}` (MMDD), `{year}` (YYYY), `{counter}` (of this desk, at
 * least four digits) and `{random}` (eight characters). With neither counter nor random it would repeat at once.
 */
const TOKENS = ['flow', 'date', 'year', 'counter', 'random'] as const;
export const DEFAULT_ORDER_PATTERN = '{flow}-{date}-{counter}';

export const orderPatternSchema = z
  .string()
  .min(1)
  .max(60)
  .refine((pattern) => orderPatternFault(pattern) === null);

export type OrderPatternFault = 'unknown_token' | 'would_repeat' | 'bad_character';

/** null: the pattern can be used. */
export function orderPatternFault(pattern: string): OrderPatternFault | null {
  const rest = pattern.replaceAll(/\{(?:flow|date|year|counter|random)\}/gu, '');
  if (/[{}]/u.test(rest)) return 'unknown_token';
  if (!/^[\w.-]*$/u.test(rest)) return 'bad_character';
  return pattern.includes('{counter}') || pattern.includes('{random}') ? null : 'would_repeat';
}

/** The counter is the desk's own: another desk with the same pattern and merchant would give the same ids. */
export function repeatsOnAnotherDesk(pattern: string): boolean {
  return !pattern.includes('{random}');
}

export type OrderParts = {
  readonly flow: Flow;
  /** The profile's own day. */
  readonly day: { readonly year: string; readonly month: string; readonly day: string };
  readonly counter: number;
  /** Eight characters. */
  readonly random: string;
};

const FLOW_LETTER: Readonly<Record<Flow, string>> = { create: 'D', build: 'P' };

export function formatOrderId(pattern: string, { flow, day, counter, random }: OrderParts): string {
  const values: Readonly<Record<(typeof TOKENS)[number], string>> = {
    flow: FLOW_LETTER[flow],
    date: `${day.month}${day.day}`,
    year: day.year,
    counter: String(counter).padStart(4, '0'),
    random,
  };
  return TOKENS.reduce((text, token) => text.replaceAll(`{${token}}`, values[token]), pattern);
}
