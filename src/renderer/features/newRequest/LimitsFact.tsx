import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { boundsFor } from '#shared/domain/limits.ts';

import { useDesk } from '../../client/deskContext.ts';
import { type Language, useSay } from '../../i18n/i18n.ts';
import { agoText } from '../../text/time.ts';
import type { ReadDraft } from './draft.ts';
import { useLimits, useReadLimitsAgain } from '../../client/limits.ts';
import { LimitsNotes } from './LimitsNotes.tsx';
import { boundsText } from '../../text/boundsText.ts';
import styles from './RequestDesk.module.css';

type Props = {
  readonly profileId: ProfileId;
  readonly flow: Flow;
  readonly read: ReadDraft;
  readonly language: Language;
  readonly nowMs: number;
};

/** "500.00 – 150 000.00 RUB · read 2 min ago", or why there is nothing to say. */
export function LimitsFact({ profileId, flow, read, language, nowMs }: Props): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const limits = useLimits(profileId);
  const again = useReadLimitsAgain(profileId);
  const snapshot = limits.data?.snapshot ?? null;
  const busy = limits.isFetching || again.isPending;
  if (snapshot === null && limits.isPending) return say('limits.reading');
  const retry = (
    <button
      type="button"
      className={styles.again}
      aria-label={say('limits.again')}
      title={say('limits.again')}
      disabled={busy}
      onClick={() => again.mutate()}
    >
      <IconRefresh size={14} aria-hidden="true" />
    </button>
  );
  if (snapshot === null) {
    return (
      <span className={styles.limitsTrouble}>
        {say('limits.failed')}
        {retry}
      </span>
    );
  }
  if (!snapshot.recognised) {
    return (
      <span className={styles.limitsTrouble}>
        {say('limits.unknown')}
        {retry}
      </span>
    );
  }
  const bounds = boundsFor(snapshot, flow, read.currency, read.paymentType);
  const onlyWarns = profile.limitsPolicy === 'warn' || bounds?.binds === false;
  return (
    <>
      {boundsText(bounds, read.currency, language, say)} ·{' '}
      {onlyWarns && `${say('limits.onlyWarns')} · `}
      {say('limits.read', { ago: agoText(snapshot.readAt, nowMs, say) })}
      {retry}
    </>
  );
}

/** Beneath the amount: what it means that the limits are not known, not whole, or not what they were. */
export function LimitsTrouble({ profileId }: { readonly profileId: ProfileId }): ReactNode {
  const say = useSay();
  const limits = useLimits(profileId);
  if (limits.isPending) return null;
  const snapshot = limits.data?.snapshot ?? null;
  if (snapshot === null) {
    const problem = limits.data?.problem ?? null;
    return (
      <p className={styles.trouble}>
        {say('limits.failedMeaning')}{' '}
        {problem !== null && say('failure.detail', { detail: problem })}
      </p>
    );
  }
  if (snapshot.recognised) {
    return (
      <LimitsNotes
        snapshot={snapshot}
        problem={limits.data?.problem ?? null}
        change={limits.data?.change ?? null}
      />
    );
  }
  return (
    <div className={styles.trouble}>
      {say('limits.unknownMeaning')}
      <details>
        <summary>{say('limits.raw')}</summary>
        <pre className={styles.raw}>{snapshot.raw}</pre>
      </details>
    </div>
  );
}
