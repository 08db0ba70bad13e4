import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useIsUnheard } from '../../../client/listener.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { heardText } from '../../../text/callbacks.ts';
import { fullTimeText } from '../../../text/time.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useStateWords } from '../../../ui/StateBadge.tsx';
import styles from './ResultCard.module.css';

type Props = { readonly request: DepositRequest };

/** How fresh its state is, and what the word means here. */
export function StateAge({ request }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const words = useStateWords();
  if (request.outcome !== 'accepted') return null;
  const { heard } = request;
  const known = words(request.profileId, heard?.state ?? request.answer.record.state);
  const meaning = known === null || known.meaning === '' ? [] : [known.meaning];
  if (heard === undefined) {
    return meaning.length === 0 ? null : <span className={styles.age}>{meaning}</span>;
  }
  return (
    <span className={styles.age} title={fullTimeText(heard.at, language)}>
      {[...meaning, heardText(request, heard, say)].join(' · ')}
    </span>
  );
}

/** In the log's detail: why its state may be older than it looks. */
export function Unheard({ request }: Props): ReactNode {
  const say = useSay();
  const isUnheard = useIsUnheard(request.profileId);
  if (request.outcome !== 'accepted' || request.heard !== undefined || !isUnheard) return null;
  return (
    <p className={styles.facts}>
      {say('heard.never')}{' '}
      <Link href={`/settings/profile/${request.profileId}/callbacks`}>{say('heard.listener')}</Link>
    </p>
  );
}

/** What the provider said of a request that by its outcome should not exist there: worth more than a line. */
export function HeardLine({ request }: Props): ReactNode {
  const say = useSay();
  const { heard, outcome } = request;
  if (heard === undefined || outcome === 'accepted') return null;
  const text = heardText(request, heard, say);
  if (outcome === 'rejected' || outcome === 'not_sent') {
    return (
      <Notice tone="unknown" title={say('heard.odd.title')}>
        <p>{text}</p>
        <p>{say('heard.odd.text')}</p>
      </Notice>
    );
  }
  return <p className={styles.facts}>{text}</p>;
}
