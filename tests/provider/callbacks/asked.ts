import type { Body } from '#sandbox/fields.ts';
import { type Refusal, fieldRefusal } from '#sandbox/refusal.ts';

import { ENCODINGS, type Encoding, SIGNINGS, type Wording } from '../voice/message.ts';

/** One call of `POST /admin/callbacks`. */
export type Asked = {
  readonly orderId: string;
  /** null: the request's callback_url, else the address that the sandbox was started with. */
  readonly url: string | null;
  /** null: what the provider format says, else JSON. */
  readonly encoding: Encoding | null;
  readonly state: string | null;
  readonly cents: number | null;
  readonly changed: Wording['changed'];
  readonly signed: Wording['signed'];
  readonly times: number;
  /** Not now, but as soon as the order is created and before its answer leaves. */
  readonly isBeforeAnswer: boolean;
};

type Read =
  | { readonly ok: true; readonly value: Asked }
  | { readonly ok: false; readonly refusal: Refusal };

const MOST_TIMES = 200;
const CHANGEABLE: ReadonlySet<string> = new Set(['id', 'orderId', 'merchant', 'currency']);

export function readAsked(body: Body): Read {
  const wrong = (field: string, rule: string): Read => ({
    ok: false,
    refusal: fieldRefusal(field, 'malformed', rule),
  });
  const { order_id: orderId, url = null, state = null, cents = null, times = 1 } = body;
  const { encoding = null, signed = 'good', changed = {}, before_answer: before = false } = body;
  if (typeof orderId !== 'string' || orderId === '') return wrong('order_id', 'must be text');
  if (!isTextOrNull(url)) return wrong('url', 'must be an address');
  if (!isTextOrNull(state)) return wrong('state', 'must be text');
  if (cents !== null && !isCount(cents)) return wrong('cents', 'must be a whole number');
  if (!isCount(times) || times < 1 || times > MOST_TIMES) {
    return wrong('times', `must be 1 to ${MOST_TIMES}`);
  }
  const known = ENCODINGS.find((name) => name === encoding);
  if (encoding !== null && known === undefined) return wrong('encoding', ENCODINGS.join(', '));
  const signing = SIGNINGS.find((name) => name === signed);
  if (signing === undefined) return wrong('signed', SIGNINGS.join(', '));
  if (!isChanged(changed)) return wrong('changed', [...CHANGEABLE].join(', '));
  if (typeof before !== 'boolean') return wrong('before_answer', 'must be true or false');
  const facts = { orderId, url, state, cents, times, changed, signed: signing };
  return { ok: true, value: { ...facts, encoding: known ?? null, isBeforeAnswer: before } };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value !== '');
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isChanged(value: unknown): value is Wording['changed'] {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([key, own]) => CHANGEABLE.has(key) && typeof own === 'string')
  );
}
