import type { Body, Flow } from '#sandbox/fields.ts';
import { type Refusal, fieldRefusal } from '#sandbox/refusal.ts';

import { findAnswerFault } from './catalogue.ts';
import type { Act, AnswerFault } from './fault.ts';

/** A fault as it will happen, its parameters filled in. */
export type SetFault = {
  /** null: every order that has none of its own. */
  readonly orderId: string | null;
  readonly fault: AnswerFault;
  readonly creates: boolean;
  /** null: always. */
  readonly times: number | null;
};

/** Which faults are set, in memory only: a sandbox that starts again is a sound one. */
export type SetFaults = {
  readonly set: (given: SetFault) => void;
  readonly clear: (orderId: string | null) => void;
  /** What the next POST of this order will meet. */
  readonly next: (orderId: string | null, flow: Flow) => SetFault | null;
  /** The same, and it has now been met once. */
  readonly take: (orderId: string | null, flow: Flow) => SetFault | null;
  readonly list: () => readonly SetFault[];
};

export function createSetFaults(): SetFaults {
  const byOrder = new Map<string | null, SetFault>();
  const next = (orderId: string | null, flow: Flow): SetFault | null => {
    const found = byOrder.get(orderId) ?? byOrder.get(null) ?? null;
    // A fault of the other flow cannot happen in this one (build returns no amount that could be changed).
    return found !== null && found.fault.flows.includes(flow) ? found : null;
  };
  return {
    set: (given) => void byOrder.set(given.orderId, given),
    clear: (orderId) => void byOrder.delete(orderId),
    next,
    take(orderId, flow) {
      const found = next(orderId, flow);
      if (found === null || found.times === null) return found;
      if (found.times > 1) byOrder.set(found.orderId, { ...found, times: found.times - 1 });
      else byOrder.delete(found.orderId);
      return found;
    },
    list: () => [...byOrder.values()],
  };
}

const LONGEST_DELAY_MS = 10 * 60 * 1000;
const LARGEST_MIB = 64;

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** The body of POST /admin/faults. A fault of null takes away what is set for the order. */
export function readSetFault(body: Body): Read<SetFault | { readonly clear: string | null }> {
  const { order_id, fault: name, creates, times, ...parameters } = body;
  if (order_id !== null && (typeof order_id !== 'string' || order_id === '')) {
    return no('order_id', 'wrong_type', 'must be an order id, or null for every order');
  }
  if (name === null) return { ok: true, value: { clear: order_id } };
  const found = typeof name === 'string' ? findAnswerFault(name) : null;
  if (found === null) return no('fault', 'malformed', 'is not an answer fault of the catalogue');
  if (creates !== undefined && typeof creates !== 'boolean') {
    return no('creates', 'wrong_type', 'must be true or false');
  }
  if (creates !== undefined && creates !== found.creates && !found.bothWays) {
    return no('creates', 'out_of_range', `cannot be ${String(creates)} for ${found.name}`);
  }
  if (times !== undefined && !isWhole(times, 1, Number.MAX_SAFE_INTEGER)) {
    return no('times', 'out_of_range', 'must be a positive integer; leave it out for always');
  }
  const act = withParameters(found.act, parameters);
  if (!act.ok) return act;
  const fault = { ...found, act: act.value };
  const setFault = {
    orderId: order_id,
    fault,
    creates: creates ?? found.creates,
    times: times ?? null,
  };
  return { ok: true, value: setFault };
}

function withParameters(act: Act, parameters: Body): Read<Act> {
  let filled = act;
  for (const [name, value] of Object.entries(parameters)) {
    const next = withParameter(filled, name, value);
    if (next === null)
      return no(
        name.slice(0, 60),
        'unknown_field',
        'this fault has no such parameter, or not with that value',
      );
    filled = next;
  }
  return { ok: true, value: filled };
}

/** null: not a parameter of this act, or not a value for it. */
function withParameter(act: Act, name: string, value: unknown): Act | null {
  if (act.how === 'late' && name === 'ms') {
    return isWhole(value, 0, LONGEST_DELAY_MS) ? { ...act, ms: value } : null;
  }
  if (act.how === 'padded' && name === 'mib') {
    return isWhole(value, 1, LARGEST_MIB) ? { ...act, bytes: value * 1024 * 1024 } : null;
  }
  if (act.how !== 'record') return null;
  const { change } = act;
  if (change.to === 'amount' && name === 'delta') {
    const isDelta = isWhole(value, -1e9, 1e9) && value !== 0;
    return isDelta ? { ...act, change: { ...change, delta: value } } : null;
  }
  if (typeof value !== 'string') return null;
  if (change.to === 'state' && name === 'state')
    return { ...act, change: { ...change, state: value } };
  if (change.to === 'reused-id' && name === 'of_order_id') {
    return { ...act, change: { ...change, ofOrderId: value } };
  }
  return null;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  );
}

function no(
  field: string,
  code: string,
  rule: string,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: fieldRefusal(field, code, rule) };
}
