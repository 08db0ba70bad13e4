import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import { secondsSince } from '../../text/time.ts';
import { useNow } from '../../ui/useNow.ts';
import styles from './ResultCard.module.css';

/** issuing.md, step 5: the soft deadline. The hard one is core's. */
const SOFT_DEADLINE_S = 15;

type Props = { readonly request: Extract<DepositRequest, { outcome: 'prepared' | 'sending' }> };

export function InFlight({ request }: Props): ReactNode {
  const say = useSay();
  const seconds = secondsSince(request.createdAt, useNow(1000));
  const share = Math.min(seconds / SOFT_DEADLINE_S, 1);
  const late = seconds >= SOFT_DEADLINE_S;
  return (
    <div className={styles.flight}>
      <div className={styles.track} aria-hidden="true">
        <div
          className={styles.progress}
          data-late={late}
          style={{ inlineSize: `${Math.round(share * 100)}%` }}
        />
      </div>
      <p className={styles.stage}>
        <span>{say(late ? 'stage.still' : `stage.${request.outcome}`)}</span>
        <span className={styles.seconds}>{say('time.seconds', { count: seconds })}</span>
      </p>
    </div>
  );
}
