import { type CallbackVerdict, takenAs } from '#shared/domain/callback.ts';
import type { HistoryEvent, RequestHistory } from '#shared/domain/history.ts';

/** One of the provider's words, with where it came from. */
export type SaidState = {
  readonly seq: number;
  readonly at: string;
  readonly word: string;
  /** The event it first came with. */
  readonly arrived: number;
  readonly source:
    | { readonly kind: 'answer' }
    | {
        readonly kind: 'callback';
        readonly verdict: CallbackVerdict;
        readonly isReadAgain: boolean;
        /** It contradicts, or is badly signed. */
        readonly changesNothing: boolean;
      };
};

/** Every state that was said of it, in the order in which they arrived: one that was read again arrived when it first came. */
export function statesOf({ request, events }: RequestHistory): readonly SaidState[] {
  return events
    .flatMap((event): readonly SaidState[] => {
      const { seq, at } = event;
      if (event.kind === 'settled' && request.outcome === 'accepted') {
        const word = request.answer.record.state;
        return [{ seq, at, word, source: { kind: 'answer' }, arrived: seq }];
      }
      return event.kind === 'callback' ? heardIn(event) : [];
    })
    .toSorted((left, right) =>
      left.arrived === right.arrived ? left.seq - right.seq : left.arrived - right.arrived,
    );
}

function heardIn(event: Extract<HistoryEvent, { kind: 'callback' }>): readonly SaidState[] {
  const { seq, at, reading, verdict, contradicts, replayOf } = event;
  if (reading.state === null) return [];
  const source = {
    kind: 'callback' as const,
    verdict,
    isReadAgain: replayOf !== null,
    changesNothing: takenAs(verdict, contradicts) !== 'applied',
  };
  return [{ seq, at, word: reading.state, source, arrived: replayOf ?? seq }];
}
