import type { ReactNode } from 'react';

import { type CallbackVerdict, takenAs } from '#shared/domain/callback.ts';
import type { HistoryEvent, RequestHistory } from '#shared/domain/history.ts';
import { isPaidUnsettled } from '#shared/domain/paid.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { fullTimeText, preciseClockText } from '../../../text/time.ts';
import { DetailPart } from '../../../ui/Detail.tsx';
import { WordBadge, useStateWords } from '../../../ui/StateBadge.tsx';
import styles from './Detail.module.css';

/** The provider's words in the order of arrival. An answer alone is what the card says anyway. */
export function States({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const words = useStateWords();
  const states = statesOf(history);
  const isOtherAmount = isPaidUnsettled(history.request);
  if (!states.some(({ source }) => source.kind === 'callback')) return null;
  return (
    <DetailPart word="detail.states">
      <ol className="stack gap-6">
        {states.map((state) => {
          const known = words(history.request.profileId, state.word);
          return (
            <li key={state.seq} className={`${styles.timed} stack middle gap-4-12 breakable`}>
              <time
                className="text-12 muted mono"
                dateTime={state.at}
                title={fullTimeText(state.at, language)}
              >
                {preciseClockText(state.at)}
              </time>
              <span className="row wrap middle gap-8 narrow">
                <WordBadge word={state.word} known={known} isOtherAmount={isOtherAmount} />
                {known !== null && known.meaning !== '' && <span>{known.meaning}</span>}
                <span className="muted">{sourceText(state, say)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </DetailPart>
  );
}

function sourceText({ source }: SaidState, say: Say): string {
  if (source.kind === 'answer') return say('source.answer');
  return [
    say(`source.callback.${source.verdict}`),
    ...(source.isReadAgain ? [say('source.again')] : []),
    ...(source.changesNothing ? [say('source.nothing')] : []),
  ].join(' · ');
}

/** One of the provider's words, with where it came from. */
type SaidState = {
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
