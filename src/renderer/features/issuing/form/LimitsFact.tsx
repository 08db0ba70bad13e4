import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, memo } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { boundsFor } from '#shared/domain/limits.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Language, useSay } from '../../../i18n/i18n.ts';
import { limitsAgoText } from '../../../text/time.ts';
import { useLimits, useReadLimitsAgain } from '../../../client/limits.ts';
import { LimitsNotes, ProblemAnswer } from './LimitsNotes.tsx';
import { boundsText } from '../../../text/boundsText.ts';
import styles from './RequestDesk.module.css';

type Props = {
  readonly profileId: ProfileId;
  readonly flow: Flow;
  readonly currency: string;
  readonly paymentType: string;
  readonly language: Language;
  readonly nowMs: number;
};

/** "500.00 – 150 000.00 RUB · read 2 min ago", or why there is nothing to say. Not drawn anew for every digit. */
export const LimitsFact = memo(function LimitsFact(props: Props): ReactNode {
  const { profileId, flow, currency, paymentType, language, nowMs } = props;
  const say = useSay();
  const { profile } = useDesk();
  const limits = useLimits(profileId);
  const snapshot = limits.data?.snapshot ?? null;
  if (snapshot === null && limits.isPending) return say('limits.reading');
  if (snapshot === null) return <span className="unknown">{say('limits.failed')}</span>;
  if (!snapshot.recognised) {
    return <span className="unknown">{say('limits.unknown')}</span>;
  }
  const bounds = boundsFor(snapshot, flow, currency, paymentType);
  const onlyWarns = profile.limitsPolicy === 'warn' || bounds?.binds === false;
  return (
    <>
      {boundsText(bounds, currency, language, say)} · {onlyWarns && `${say('limits.onlyWarns')} · `}
      {say('limits.read', { ago: limitsAgoText(snapshot.readAt, nowMs, say) })}
    </>
  );
});

/** Asks the provider anew. Beside the tabs: on the way from field to field it would cost a press every time. */
export function LimitsAgain({ profileId }: { readonly profileId: ProfileId }): ReactNode {
  const say = useSay();
  const limits = useLimits(profileId);
  const again = useReadLimitsAgain(profileId);
  return (
    <button
      type="button"
      className={`icon-button ${styles.again}`}
      aria-label={say('limits.again')}
      title={say('limits.again')}
      disabled={limits.isFetching || again.isPending}
      onClick={() => again.mutate()}
    >
      <IconRefresh size={16} aria-hidden="true" />
    </button>
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
      <div className={`text-12 muted breakable ${styles.trouble}`}>
        <p>
          {say('limits.failedMeaning')}{' '}
          {problem !== null && say('failure.detail', { detail: problem })}
        </p>
        <ProblemAnswer profileId={profileId} reading={limits.data} />
      </div>
    );
  }
  if (snapshot.recognised) {
    return <LimitsNotes snapshot={snapshot} profileId={profileId} reading={limits.data} />;
  }
  return (
    <div className={`text-12 muted breakable ${styles.trouble}`}>
      {say('limits.unknownMeaning')}
      <details>
        <summary>{say('limits.raw')}</summary>
        <pre className={styles.raw}>{snapshot.raw}</pre>
      </details>
    </div>
  );
}
