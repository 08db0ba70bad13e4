import type { HistoryEvent } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { LogEvent, RequestEvent } from './events.ts';

/**
 * One step of the projection: what a request is after this event. Pure, and the only way a request row comes about, so that
 * the rows can be rebuilt from the events.
 */
export function applyEvent(before: DepositRequest | null, event: RequestEvent): DepositRequest {
  if (event.kind === 'prepared') {
    if (before !== null) throw new Error(`Event ${event.seq} prepares a request twice.`);
    return {
      ...event.body,
      outcome: 'prepared',
      createdAt: event.at,
      updatedAt: event.at,
      lastCopiedAt: null,
    };
  }
  if (before === null) throw new Error(`Event ${event.seq} is about a request never prepared.`);
  switch (event.kind) {
    case 'sending':
      if (before.outcome !== 'prepared') throw outOfOrder(before, event);
      return { ...before, outcome: 'sending', updatedAt: event.at };
    case 'settled':
      if (before.outcome !== 'prepared' && before.outcome !== 'sending') {
        throw outOfOrder(before, event);
      }
      return { ...before, ...event.body.stage, updatedAt: event.at };
    case 'copied':
      return { ...before, updatedAt: event.at, lastCopiedAt: event.at };
    default:
      return assertNever(event);
  }
}

/** Every request row, from all events in order. */
export function project(events: Iterable<LogEvent>): ReadonlyMap<IntentId, DepositRequest> {
  const requests = new Map<IntentId, DepositRequest>();
  for (const event of events) {
    if (event.kind === 'limits') continue;
    const { intentId } = event.body;
    requests.set(intentId, applyEvent(requests.get(intentId) ?? null, event));
  }
  return requests;
}

/** The same event as the screen's timeline shows it. */
export function toHistoryEvent(event: RequestEvent): HistoryEvent {
  const { seq, at } = event;
  switch (event.kind) {
    case 'prepared':
      return { kind: 'prepared', seq, at, operator: event.body.operator };
    case 'sending':
      return { kind: 'sending', seq, at, sent: event.body.sent };
    case 'settled': {
      const { stage, answer } = event.body;
      const reasonCode = stage.outcome === 'accepted' ? null : stage.reason.code;
      return { kind: 'settled', seq, at, outcome: stage.outcome, reasonCode, answer };
    }
    case 'copied': {
      const { operator, part, text } = event.body;
      return { kind: 'copied', seq, at, operator, part, text };
    }
    default:
      return assertNever(event);
  }
}

function outOfOrder(before: DepositRequest, event: RequestEvent): Error {
  return new Error(`Event ${event.seq} (${event.kind}) cannot follow ${before.outcome}.`);
}
