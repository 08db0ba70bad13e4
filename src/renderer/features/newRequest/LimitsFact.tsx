import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type Bounds, boundsFor } from '#shared/domain/limits.ts';

import { type Language, type Say, useSay } from '../../i18n/i18n.ts';
import { amountText } from '../../text/money.ts';
import { agoText } from '../../text/time.ts';
import type { ReadDraft } from './draft.ts';
import { useLimits, useReadLimitsAgain } from '../../client/limits.ts';
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
  return (
    <>
      {boundsText(bounds, read.currency, language, say)} ·{' '}
      {say('limits.read', { ago: agoText(snapshot.readAt, nowMs, say) })}
      {retry}
    </>
  );
}

function boundsText(bounds: Bounds | null, currency: string, language: Language, say: Say): string {
  const min = bounds?.min ?? null;
  const max = bounds?.max ?? null;
  if (min !== null && max !== null) {
    return say('limits.bounds', {
      min: amountText(min, currency, language),
      max: amountText(max, currency, language),
      currency,
    });
  }
  if (min !== null)
    return say('limits.from', { min: amountText(min, currency, language), currency });
  if (max !== null)
    return say('limits.upTo', { max: amountText(max, currency, language), currency });
  return say('limits.none');
}

/** Beneath the amount: what it means that the limits are not known. */
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
  if (snapshot.recognised) return null;
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
