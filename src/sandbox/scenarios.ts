import { setTimeout as wait } from 'node:timers/promises';

import { recordAnswer, recordOf } from './deposits.ts';
import type { Faulted, Faults, OrderFault } from './faults.ts';
import { refusal } from './refusal.ts';

/** What a newcomer can ask the provider inside the desk to do with one request. */
export type Scenario =
  | 'plain'
  | 'no_requisites'
  | 'refused'
  | 'changed_amount'
  | 'slow'
  | 'lost_answer'
  | 'unreadable_answer';

export type Scenarios = Faults & {
  /** For the next request of this order, once. `plain` takes back what was asked for. */
  readonly arm: (orderId: string, scenario: Scenario) => void;
};

/** Long enough for the desk to say that it is slow (the sandbox's profile: after five seconds), far from its deadline. */
const SLOW_MS = 12_000;

const NO_REQUISITES =
  '{"status":false,"code":"NO_REQ","message":"No requisites for this type now"}';
const MAINTENANCE_PAGE = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>';

export function createScenarios(slowMs: number = SLOW_MS): Scenarios {
  const armed = new Map<string, Exclude<Scenario, 'plain'>>();
  return {
    arm(orderId, scenario) {
      if (scenario === 'plain') armed.delete(orderId);
      else armed.set(orderId, scenario);
    },
    take(orderId, flow) {
      const scenario = armed.get(orderId);
      // The answer of build has no amount that could be changed.
      if (scenario === undefined || (scenario === 'changed_amount' && flow === 'build'))
        return null;
      armed.delete(orderId);
      return faultOf(scenario, slowMs);
    },
  };
}

function faultOf(scenario: Exclude<Scenario, 'plain'>, slowMs: number): OrderFault {
  switch (scenario) {
    case 'no_requisites':
      return { creates: false, answer: () => text('application/json', NO_REQUISITES) };
    case 'refused':
      return { creates: false, answer: refuse };
    case 'changed_amount':
      return { creates: true, answer: answerLess };
    case 'slow':
      return { creates: true, answer: (met) => answerLate(met, slowMs) };
    // Recorded first: the worse case, and the one to be trained for.
    case 'lost_answer':
      return { creates: true, answer: closeUnanswered };
    case 'unreadable_answer':
      return { creates: true, answer: () => text('text/html; charset=utf-8', MAINTENANCE_PAGE) };
  }
}

function text(type: string, body: string): Promise<Response> {
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': type } }));
}

function refuse(): ReturnType<OrderFault['answer']> {
  return Promise.resolve(refusal(422, 'told_422', 'The sandbox was told to answer 422'));
}

async function answerLess({ desk, entry }: Faulted): Promise<Response | null> {
  if (entry === null) return null;
  const less = { ...recordOf(desk, entry), amount_cents: entry.cents - 1 };
  return recordAnswer(desk.format, less);
}

async function answerLate({ desk, entry, closing }: Faulted, ms: number): Promise<Response | null> {
  await wait(ms, undefined, { signal: closing }).catch(() => undefined);
  return entry === null ? null : recordAnswer(desk.format, recordOf(desk, entry));
}

function closeUnanswered({ outgoing }: Faulted): Promise<null> {
  outgoing.socket?.end();
  return Promise.resolve(null);
}
