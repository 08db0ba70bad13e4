import type { ReactNode } from 'react';

import type { CallbackMatch, CallbackVerdict } from '#shared/domain/callback.ts';

import { useSay } from '../../i18n/i18n.ts';
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

const TONES: Readonly<Record<CallbackVerdict, string>> = {
  verified: 'good',
  unverified: 'calm',
  not_checked: 'calm',
  bad_signature: 'bad',
};

export function VerdictBadge({ verdict }: { readonly verdict: CallbackVerdict }): ReactNode {
  const say = useSay();
  return (
    <span className={styles.badge} data-tone={TONES[verdict]}>
      {say(`verdict.${verdict}`)}
    </span>
  );
}
