import type { ReactNode } from 'react';

import type { RequestHistory } from '#shared/domain/history.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { fullTimeText, preciseClockText } from '../../../text/time.ts';
import { DetailPart } from '../../../ui/Detail.tsx';
import { WordBadge, useStateWords } from '../../../ui/StateBadge.tsx';
import styles from './Detail.module.css';
import { type SaidState, statesOf } from './stateList.ts';

/** The provider's words in the order of arrival. An answer alone is what the card says anyway. */
export function States({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const words = useStateWords();
  const states = statesOf(history);
  if (!states.some(({ source }) => source.kind === 'callback')) return null;
  return (
    <DetailPart word="detail.states">
      <ol className="stack gap-6">
        {states.map((state) => {
          const known = words(history.request.profileId, state.word);
          return (
            <li key={state.seq} className={`${styles.timed} middle`}>
              <time
                className="text-12 muted mono"
                dateTime={state.at}
                title={fullTimeText(state.at, language)}
              >
                {preciseClockText(state.at)}
              </time>
              <span className={styles.line}>
                <WordBadge word={state.word} known={known} />
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
