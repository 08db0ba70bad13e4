import type { HistoryEvent } from '#shared/domain/history.ts';
import { type DepositRequest, type LateAnswer, remoteIdOf } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { RequestEvent } from './events.ts';

type LateEvent = Extract<RequestEvent, { kind: 'late_answer' }>;
type EarlierEvent = Extract<RequestEvent, { kind: 'earlier_answered' }>;

/** The part of the projection that answers after the outcome make. None of them changes it. */
export function applyLate(before: DepositRequest, event: LateEvent | EarlierEvent): DepositRequest {
  const { at } = event;
  if (event.kind === 'earlier_answered') {
    return { ...before, updatedAt: at, earlierAnswered: { at, of: event.body.of } };
  }
  if (before.outcome !== 'unknown') {
    throw new Error(`Event ${event.seq} (${event.kind}) cannot follow ${before.outcome}.`);
  }
  return { ...before, updatedAt: at, late: lateIn(event) };
}

export function lateHistory(event: LateEvent | EarlierEvent): HistoryEvent {
  const { seq, at } = event;
  if (event.kind === 'earlier_answered') return { kind: event.kind, seq, at, of: event.body.of };
  const { stage, answer } = event.body;
  const reasonCode = stage.outcome === 'accepted' ? null : stage.reason.code;
  return { kind: event.kind, seq, at, outcome: stage.outcome, reasonCode, answer };
}

/** Without requisites: a row is what every page has. */
function lateIn({ seq, at, body: { stage } }: LateEvent): LateAnswer {
  switch (stage.outcome) {
    case 'accepted': {
      const remoteId = remoteIdOf(stage.answer);
      return { seq, at, outcome: stage.outcome, remoteId, reason: null };
    }
    case 'rejected':
    case 'unknown': {
      const { code, httpStatus, detail } = stage.reason;
      const reason = { code, httpStatus, detail };
      return { seq, at, outcome: stage.outcome, remoteId: null, reason };
    }
    case 'not_sent':
      throw new Error(`Event ${seq} is an answer to a request that was not sent.`);
    default:
      return assertNever(stage);
  }
}
