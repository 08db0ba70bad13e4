import type { CallbackFormat } from '#shared/dialect/schema.ts';

import type { Body } from '../fields.ts';
import { type Refusal, fieldRefusal } from '../refusal.ts';
import { ENCODINGS, type Encoding, SIGNINGS, type Wording } from './message.ts';

const IN_BETWEEN = ['never', 'before', 'after'] as const;

/**
 * What this sandbox tells a merchant when a payer has acted. The document says that a merchant is called back and nothing else, so
 * every line of this is the sandbox's own. As it is written in files and over `/admin`.
 */
export type CallbackPlan = {
  /** null: what the provider format says, else JSON. */
  readonly encoding: Encoding | null;
  /** Other names than the provider format's. */
  readonly keys: Readonly<Partial<Record<keyof CallbackFormat['keys'], string>>>;
  /** `good` where the provider format has a signature at all. */
  readonly signed: Wording['signed'];
  readonly states: {
    readonly processing: string;
    readonly paid: string;
    readonly rejected: string;
    readonly expired: string;
  };
  /** When `states.processing` is told of a payment: never, before `states.paid`, or out of order, after it. */
  readonly processing: (typeof IN_BETWEEN)[number];
  /** A state that is told once a request is created and before its answer leaves; null: none. */
  readonly before_answer: string | null;
  /** Waited for before the first try. */
  readonly delay_ms: number;
  /** Tried again after each of these, until it is answered 2xx. */
  readonly retries_ms: readonly number[];
  /** Every callback so many times, the very same. */
  readonly times: number;
  /** Another amount than was paid: this much more or, negative, less. */
  readonly amount_delta_cents: number;
};

/** A provider as one would wish: each end is told once, and again only until it was heard. */
export const DEFAULT_PLAN: CallbackPlan = {
  encoding: null,
  keys: {},
  signed: 'good',
  states: { processing: 'processing', paid: 'paid', rejected: 'rejected', expired: 'expired' },
  processing: 'never',
  before_answer: null,
  delay_ms: 0,
  retries_ms: [1000, 5000, 30_000],
  times: 1,
  amount_delta_cents: 0,
};

type Read =
  | { readonly ok: true; readonly value: CallbackPlan }
  | { readonly ok: false; readonly refusal: Refusal };

const KEY_NAMES = ['id', 'orderId', 'merchant', 'state', 'amount', 'currency'] as const;
const STATE_NAMES = ['processing', 'paid', 'rejected', 'expired'] as const;
const MOST_TIMES = 200;
const MOST_RETRIES = 20;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** What is left out is as in the default plan. */
export function readPlan(body: Body): Read {
  const stranger = Object.keys(body).find((name) => !Object.hasOwn(DEFAULT_PLAN, name));
  if (stranger !== undefined) return wrong(stranger.slice(0, 60), 'is nothing that can be planned');
  const plan: Loose = { ...DEFAULT_PLAN, ...body };
  const fault = findFault(plan);
  if (fault !== null) return { ok: false, refusal: fault };
  const encoding = ENCODINGS.find((name) => name === plan.encoding) ?? null;
  const signed = SIGNINGS.find((name) => name === plan.signed) ?? DEFAULT_PLAN.signed;
  const processing = IN_BETWEEN.find((name) => name === plan.processing) ?? DEFAULT_PLAN.processing;
  return {
    ok: true,
    value: {
      encoding,
      signed,
      processing,
      keys: Object.fromEntries(textsIn(plan.keys)),
      states: { ...DEFAULT_PLAN.states, ...Object.fromEntries(textsIn(plan.states)) },
      before_answer: typeof plan.before_answer === 'string' ? plan.before_answer : null,
      delay_ms: Number(plan.delay_ms),
      retries_ms: Array.isArray(plan.retries_ms) ? plan.retries_ms.map(Number) : [],
      times: Number(plan.times),
      amount_delta_cents: Number(plan.amount_delta_cents),
    },
  };
}

type Loose = Readonly<Record<keyof CallbackPlan, unknown>>;

function findFault(plan: Loose): Refusal | null {
  const checks: readonly (readonly [keyof CallbackPlan, boolean, string])[] = [
    ['encoding', isOneOf(ENCODINGS, plan.encoding) || plan.encoding === null, said(ENCODINGS)],
    ['keys', areTexts(plan.keys, KEY_NAMES), `must name ${said(KEY_NAMES)}`],
    ['signed', isOneOf(SIGNINGS, plan.signed), said(SIGNINGS)],
    ['states', areTexts(plan.states, STATE_NAMES), `must word ${said(STATE_NAMES)}`],
    ['processing', isOneOf(IN_BETWEEN, plan.processing), said(IN_BETWEEN)],
    ['before_answer', plan.before_answer === null || isText(plan.before_answer), 'must be a state'],
    ['delay_ms', isWithin(plan.delay_ms, 0, LONGEST_WAIT_MS), 'must be milliseconds of a day'],
    ['retries_ms', areWaits(plan.retries_ms), `must be at most ${MOST_RETRIES} waits`],
    ['times', isWithin(plan.times, 1, MOST_TIMES), `must be 1 to ${MOST_TIMES}`],
    [
      'amount_delta_cents',
      Number.isSafeInteger(plan.amount_delta_cents),
      'must be a whole number of minor units',
    ],
  ];
  const failed = checks.find(([, isGood]) => !isGood);
  return failed === undefined ? null : fieldRefusal(failed[0], 'malformed', failed[2]);
}

function wrong(field: string, rule: string): Read {
  return { ok: false, refusal: fieldRefusal(field, 'unknown_field', rule) };
}

function said(names: readonly string[]): string {
  return names.join(', ');
}

function isOneOf(names: readonly string[], value: unknown): boolean {
  return names.some((name) => name === value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  );
}

function areWaits(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MOST_RETRIES &&
    value.every((wait) => isWithin(wait, 0, LONGEST_WAIT_MS))
  );
}

function areTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, own]) => names.includes(name) && isText(own));
}

function textsIn(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const pairs: readonly (readonly [string, unknown])[] = Object.entries(value);
  return pairs.flatMap(([name, own]) => (typeof own === 'string' ? [[name, own] as const] : []));
}
