import { findAnswerFault } from './faults/catalogue.ts';
import type { SetFault } from './faults/setFaults.ts';

/** What a newcomer can ask the provider inside the desk to do with one request. */
export type Scenario =
  | 'plain'
  | 'no_requisites'
  | 'refused'
  | 'changed_amount'
  | 'slow'
  | 'lost_answer'
  | 'unreadable_answer';

/** Long enough for the desk to say that it is slow (the sandbox's profile: after five seconds), far from its deadline. */
const SLOW_MS = 12_000;

const FAULTS: Readonly<Record<Exclude<Scenario, 'plain'>, string>> = {
  no_requisites: 'taught-refusal',
  refused: 'status-422',
  changed_amount: 'amount-changed',
  slow: 'slow',
  // Recorded first: the worse case, and the one to be trained for.
  lost_answer: 'empty-reply',
  unreadable_answer: 'html-body',
};

/** Null: as always. */
export function faultOf(
  orderId: string,
  scenario: Scenario,
  slowMs: number = SLOW_MS,
): SetFault | null {
  if (scenario === 'plain') return null;
  const fault = findAnswerFault(FAULTS[scenario]);
  if (fault === null) throw new Error(`There is no fault ${FAULTS[scenario]}`);
  const act = fault.act.how === 'late' ? { ...fault.act, ms: slowMs } : fault.act;
  return { orderId, fault: { ...fault, act }, creates: fault.creates, times: 1 };
}
