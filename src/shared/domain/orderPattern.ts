import { z } from 'zod';

import type { Flow } from './deposit.ts';

/**
 * How a profile numbers its orders: text with `{flow}` (D or P), `{date}` (MMDD), `{year}` (YYYY), `{counter}` (of this desk, at
 * least four digits), `{random}` (eight characters) and `{desk}` (this desk's code in its team, three characters). With neither counter
 * nor random it would repeat at once.
 */
const TOKENS = ['flow', 'date', 'year', 'counter', 'random', 'desk'] as const;
export const DEFAULT_ORDER_PATTERN = '{flow}-{date}-{counter}';
const DEFAULT_IN_TEAM = '{flow}-{desk}-{date}-{counter}';

export const orderPatternSchema = z
  .string()
  .min(1)
  .max(60)
  .refine((pattern) => orderPatternFault(pattern) === null);

export type OrderPatternFault = 'unknown_token' | 'would_repeat' | 'bad_character';

/** null: the pattern can be used. */
export function orderPatternFault(pattern: string): OrderPatternFault | null {
  const rest = pattern.replaceAll(/\{(?:flow|date|year|counter|random|desk)\}/gu, '');
  if (/[{}]/u.test(rest)) return 'unknown_token';
  if (!/^[\w.-]*$/u.test(rest)) return 'bad_character';
  return pattern.includes('{counter}') || pattern.includes('{random}') ? null : 'would_repeat';
}

/** The counter is the desk's own: another desk with the same pattern and merchant would give the same ids. */
export function repeatsOnAnotherDesk(pattern: string): boolean {
  return !pattern.includes('{random}') && !pattern.includes('{desk}');
}

/** Of a new profile at a desk with this code. Null: the desk has no code. */
export function defaultOrderPattern(deskCode: string | null): string {
  return deskCode === null ? DEFAULT_ORDER_PATTERN : DEFAULT_IN_TEAM;
}

/**
 * Whether a Live profile with this pattern may not be in use at a desk that issues in a team: two desks could make the same number,
 * and without the server the desk would have no own numbers. A code of null: the desk has no team, or only reads.
 */
export function lacksDesk(
  { mode, orderPattern }: { readonly mode: string; readonly orderPattern: string },
  deskCode: string | null,
): boolean {
  return deskCode !== null && mode === 'live' && !orderPattern.includes('{desk}');
}

/** What `{desk}` is at a desk without a team. The codes of a team have no zero. */
const NO_DESK = '000';

/** The pattern as this desk numbers by it. Null: the desk has no code. */
export function patternOfDesk(pattern: string, code: string | null): string {
  return pattern.replaceAll('{desk}', code ?? NO_DESK);
}

const TOKEN_SHAPES: Readonly<Record<(typeof TOKENS)[number], string>> = {
  flow: '[DP]',
  date: String.raw`\d{4}`,
  year: String.raw`\d{4}`,
  counter: String.raw`\d{4,}`,
  random: '[0-9A-Za-z]{8}',
  desk: '(?<desk>[2-9A-HJKMNP-TV-Z]{3})',
};

/** The code of the desk whose pattern this could be an id of; null: the pattern names no desk, or makes no such ids. */
export function deskInOrderId(pattern: string, orderId: string): string | null {
  if (!pattern.includes('{desk}')) return null;
  return shapeOf(pattern).exec(orderId)?.groups?.['desk'] ?? null;
}

/** Whether the pattern makes ids like this one. */
export function isOrderOf(pattern: string, orderId: string): boolean {
  return shapeOf(pattern).test(orderId);
}

function shapeOf(pattern: string): RegExp {
  let isNamed = false;
  const shape = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(?<token>[a-z]+)\}/gu, (whole, token: string) => {
      const known = TOKENS.find((one) => one === token);
      // A group has its name once.
      const isAgain = known === 'desk' && isNamed;
      isNamed ||= known === 'desk';
      return known === undefined ? whole : isAgain ? String.raw`\k<desk>` : TOKEN_SHAPES[known];
    });
  return new RegExp(`^${shape}$`, 'u');
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
    desk: NO_DESK,
  };
  return TOKENS.reduce((text, token) => text.replaceAll(`{${token}}`, values[token]), pattern);
}
