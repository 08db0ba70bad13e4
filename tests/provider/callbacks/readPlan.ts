import { type CallbackPlan, DEFAULT_PLAN } from '#sandbox/callbacks/plan.ts';
import type { Body } from '#sandbox/fields.ts';
import { type Refusal, fieldRefusal } from '#sandbox/refusal.ts';

import { ENCODINGS, SIGNINGS } from '../voice/message.ts';

const IN_BETWEEN = ['never', 'before', 'after'] as const;

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
