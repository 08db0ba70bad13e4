import type { ReactNode } from 'react';

import type { Callback, CallbackMatch } from '#shared/domain/callback.ts';

import { useSay } from '../../i18n/i18n.ts';
import { shownVerdict } from '../../text/callbacks.ts';
import styles from './Inbox.module.css';

export function MatchBadge({ match }: { readonly match: CallbackMatch }): ReactNode {
  const say = useSay();
  if (match.kind === 'apart') {
    return (
      <span className={styles.badge} data-tone="calm">
        {say('match.apart')}
      </span>
    );
  }
  return (
    <span className={styles.badge} data-tone={match.contradicts === null ? 'good' : 'unknown'}>
      {say(match.contradicts === null ? `match.${match.by}.short` : 'match.contradicts')}
    </span>
  );
}

const TONES: Readonly<Record<ReturnType<typeof shownVerdict>, string>> = {
  verified: 'good',
  partly: 'calm',
  unverified: 'calm',
  not_checked: 'calm',
  bad_signature: 'bad',
};

export function VerdictBadge({ callback }: { readonly callback: Callback }): ReactNode {
  const say = useSay();
  const verdict = shownVerdict(callback.verdict, callback.reading);
  return (
    <span className={styles.badge} data-tone={TONES[verdict]}>
      {say(`verdict.${verdict}`)}
    </span>
  );
}
