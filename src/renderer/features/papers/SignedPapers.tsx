import type { ReactNode } from 'react';

import type { Paper } from '#shared/domain/papers.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { fullTimeText, shortTimeText } from '../../text/time.ts';
import styles from './Papers.module.css';
import { amountOf, kindText } from './paperText.ts';
import { wordText } from './words.ts';

type Props = { readonly papers: readonly Paper[] };

/** What was signed at this desk for others, and what became of it. */
export function SignedPapers({ papers }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  return (
    <ul className={`${styles.people} stack text-13`} aria-label={say('papers.here')}>
      {papers.map((paper) => {
        const { paperId, recordedAt, content, orderId, desk } = paper;
        const amount = content === null ? null : amountOf(content, language);
        return (
          <li key={paperId} className="row wrap middle gap-4-12">
            <time
              className="mono text-12 muted"
              dateTime={recordedAt}
              title={fullTimeText(recordedAt, language)}
            >
              {shortTimeText(recordedAt, language)}
            </time>
            <span className="medium breakable">{desk}</span>
            <span className="breakable">
              {whatText(paper, say)}
              {orderId !== null && <span className="mono text-12"> {orderId}</span>}
              {amount !== null && ` · ${hide(amount)}`}
            </span>
            <span className="push breakable" data-result={paper.result ?? ''}>
              {resultText(paper, say)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function whatText({ purpose, content, finding }: Paper, say: Say): string {
  if (purpose === 'resolve') {
    return say(finding === null ? 'papers.here.word' : `papers.here.${finding}`);
  }
  return content === null ? say('papers.here.card') : kindText(content, say);
}

const RESULTS = ['used', 'withdrawn', 'changed', 'over'] as const;

/** A result of a newer version stays as that desk wrote it. */
function resultText(paper: Paper, say: Say): string {
  const { purpose, result, isOpen, content, desk } = paper;
  if (purpose === 'resolve') return wordText(paper, desk, say);
  if (result === null) return say(isOpen ? 'papers.result.waiting' : 'papers.result.expired');
  if (result === 'used' && content?.kind === 'issue') return say('papers.result.issued');
  const known = RESULTS.find((one) => one === result);
  return known === undefined ? result : say(`papers.result.${known}`);
}
