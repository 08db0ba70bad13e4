import type { HistoryEvent } from '#shared/domain/history.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { RequestEvent } from '../store/events.ts';
import { lateHistory } from '../store/projectLate.ts';

/** The same event as the screen's timeline shows it. */
export function toHistoryEvent(event: RequestEvent): HistoryEvent {
  const { seq, at } = event;
  switch (event.kind) {
    case 'prepared': {
      const { operator, repeats } = event.body;
      return { kind: 'prepared', seq, at, operator, ...(repeats === undefined ? {} : { repeats }) };
    }
    case 'sending':
      return { kind: 'sending', seq, at, sent: event.body.sent };
    case 'settled': {
      const { stage, answer } = event.body;
      const reasonCode = stage.outcome === 'accepted' ? null : stage.reason.code;
      return { kind: 'settled', seq, at, outcome: stage.outcome, reasonCode, answer };
    }
    case 'late_answer':
    case 'earlier_answered':
      return lateHistory(event);
    case 'copied': {
      const { operator, part, text, readBack } = event.body;
      const checked = readBack === undefined ? {} : { readBack };
      return { kind: 'copied', seq, at, operator, part, text, ...checked };
    }
    case 'amount_acknowledged':
      return { kind: 'amount_acknowledged', seq, at, operator: event.body.operator };
    case 'resolved':
      return { kind: 'resolved', seq, at, resolution: event.body.resolution };
    case 'callback': {
      const { reading, verdict, by, contradicts, replayOf = null } = event.body;
      return { kind: 'callback', seq, at, reading, verdict, by, contradicts, replayOf };
    }
    case 'disposed': {
      const { operator, disposition, note, paid } = event.body;
      return { kind: 'disposed', seq, at, operator, disposition, note, paid };
    }
    case 'corrected': {
      const { operator, before, typedByHand } = event.body;
      return { kind: 'corrected', seq, at, operator, before, typedByHand };
    }
    case 'revealed':
      return { kind: 'revealed', seq, at, operator: event.body.operator };
    case 'noted':
      return { kind: 'noted', seq, at, operator: event.body.operator, text: event.body.text };
    case 'flagged': {
      const { operator, flagged } = event.body;
      return { kind: 'flagged', seq, at, operator, flagged };
    }
    default:
      return assertNever(event);
  }
}
