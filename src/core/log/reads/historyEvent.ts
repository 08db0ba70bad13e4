import type { HistoryEvent } from '#shared/domain/history.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { EventOf, RequestEvent } from '../store/events.ts';

/** The same event as the screen's timeline shows it. */
export function toHistoryEvent(event: RequestEvent): HistoryEvent {
  const place = { seq: event.seq, at: event.at };
  switch (event.kind) {
    case 'prepared': {
      const { operator, repeats, askedAbout, batch, approval } = event.body;
      return {
        kind: 'prepared',
        ...place,
        operator,
        ...(repeats === undefined ? {} : { repeats }),
        ...(askedAbout === undefined ? {} : { askedAbout }),
        ...(batch === undefined ? {} : { batchRow: batch.row }),
        ...(approval === undefined ? {} : { approval }),
      };
    }
    case 'sending':
      return { kind: 'sending', ...place, sent: event.body.sent };
    case 'settled':
      return { kind: 'settled', ...place, ...outcomeIn(event), answer: event.body.answer };
    case 'late_answer':
      return { kind: 'late_answer', ...place, ...outcomeIn(event), answer: event.body.answer };
    case 'earlier_answered':
      return { kind: 'earlier_answered', ...place, of: event.body.of };
    case 'sent_elsewhere':
      return { kind: 'sent_elsewhere', ...place, desk: event.body.desk };
    case 'reopened':
      return { kind: 'reopened', ...place, reissue: event.body.reissue };
    case 'copied':
      return { ...place, ...copiedIn(event) };
    case 'amount_acknowledged':
      return { kind: 'amount_acknowledged', ...place, operator: event.body.operator };
    case 'resolved':
      return { kind: 'resolved', ...place, resolution: event.body.resolution };
    case 'callback': {
      const { reading, verdict, by, contradicts, replayOf = null } = event.body;
      return { kind: 'callback', ...place, reading, verdict, by, contradicts, replayOf };
    }
    case 'mismatch_settled': {
      const { operator, note, paid } = event.body;
      return { kind: 'mismatch_settled', ...place, operator, note, paid };
    }
    case 'corrected': {
      const { operator, before, typedByHand } = event.body;
      return { kind: 'corrected', ...place, operator, before, typedByHand };
    }
    case 'revealed':
      return { kind: 'revealed', ...place, operator: event.body.operator };
    case 'noted':
      return { kind: 'noted', ...place, operator: event.body.operator, text: event.body.text };
    case 'requisites_erased':
      return { kind: 'requisites_erased', ...place, bodies: event.body.events.length };
    case 'flagged':
    case 'compared':
    case 'pictured':
    case 'taken':
      return markIn(event);
    default:
      return assertNever(event);
  }
}

/** What operators put on a request. */
function markIn(event: EventOf<'flagged' | 'compared' | 'pictured' | 'taken'>): HistoryEvent {
  const place = { seq: event.seq, at: event.at, operator: event.body.operator };
  switch (event.kind) {
    case 'flagged':
      return { kind: 'flagged', ...place, flagged: event.body.flagged };
    case 'compared': {
      const { statement, finding } = event.body;
      return { kind: 'compared', ...place, statement, finding };
    }
    case 'pictured':
      return { kind: 'pictured', ...place, picture: event.body.picture };
    case 'taken':
      return { kind: 'taken', ...place, taken: event.body.taken };
    default:
      return assertNever(event);
  }
}

function copiedIn({ body: { operator, part, text, readBack } }: EventOf<'copied'>) {
  const checked = readBack === undefined ? {} : { readBack };
  return { kind: 'copied' as const, operator, part, text, ...checked };
}

function outcomeIn({ body: { stage } }: EventOf<'settled' | 'late_answer'>) {
  const reasonCode = stage.outcome === 'accepted' ? null : stage.reason.code;
  return { outcome: stage.outcome, reasonCode };
}
