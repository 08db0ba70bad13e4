import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

import { type BatchPace, DEFAULT_PACE } from '#shared/domain/batch.ts';
import type { ImportCheck } from '#shared/domain/importing.ts';
import { whereTo } from '#shared/domain/profile.ts';

import { useDesk, useMay, useProfileOf } from '../../client/deskContext.ts';
import { useIsFirstLive } from '../../client/issue.ts';
import { FailureError } from '../../client/operation.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Batch.module.css';
import { batchHref } from './batchText.ts';
import { FirstLive } from './FirstLive.tsx';
import { PaceFields } from './PaceFields.tsx';
import { useConfirmLive, useSteer } from './queries.ts';
import { Totals } from './Totals.tsx';
import type { ImportDraft, Importing } from './useImport.ts';

type Props = {
  readonly draft: ImportDraft;
  readonly check: ImportCheck;
  readonly importing: Importing;
};

/** What will be issued, restated. In Live the operator types the number of requests. */
export function ConfirmStep({ draft, check, importing }: Props): ReactNode {
  const say = useSay();
  const { profile: chosen } = useDesk();
  const profile = useProfileOf(draft) ?? chosen;
  const [, navigate] = useLocation();
  const [pace, setPace] = useState<BatchPace | null>(DEFAULT_PACE);
  const [typed, setTyped] = useState('');
  const start = useSteer('batch.start');
  const confirmLive = useConfirmLive();
  const isFirstLive = useIsFirstLive(profile);
  const isLive = profile.mode === 'live';
  const maySupervise = useMay('supervise');
  const mayStart = !isLive || maySupervise;
  const isTyped = !isLive || typed.trim() === String(check.ready);
  const issue = (batchId = draft.batchId): void => {
    if (pace === null || !mayStart || !isTyped || start.isPending) return;
    start.mutate(
      { importId: draft.importId, batchId, requests: check.ready, digest: check.digest, pace },
      {
        onSuccess: () => {
          importing.close();
          navigate(batchHref(batchId));
        },
        onError: (error) => {
          const code = error instanceof FailureError ? error.failure.code : null;
          if (code === 'batch_check_changed') importing.backToCheck();
          // The press before this one failed in the middle of the plan, which is never sent: this one begins anew.
          if (code !== 'batch_broke_off') return;
          const next = crypto.randomUUID();
          importing.renew(next);
          issue(next);
        },
      },
    );
  };
  /** The first Live batch since the start names where it goes: typing its number confirms the profile, too. */
  const press = (): void => {
    if (!isFirstLive) issue();
    else if (pace !== null && mayStart && isTyped && !confirmLive.isPending) {
      const place = { profileId: profile.id, shown: whereTo(profile) };
      confirmLive.mutate(place, { onSuccess: () => issue() });
    }
  };
  return (
    <form
      className={`${styles.confirm} panel pad-20 stack gap-16`}
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <h2 className="text-18 bold">
        {say('batch.confirm.title', {
          count: check.ready,
          shown: countText(check.ready),
          profile: profile.name,
        })}
      </h2>
      <Totals totals={check.totals} />
      <p className="muted">{say('batch.confirm.text')}</p>
      <PaceFields pace={DEFAULT_PACE} onPace={setPace} />
      {!mayStart && <Notice tone="unknown">{say('failure.not_permitted')}</Notice>}
      {isLive && mayStart && (
        <Notice tone="bad" title={say('batch.live')}>
          {isFirstLive && <FirstLive profile={profile} />}
          <TextField
            id="batch-typed"
            label={say('batch.live.type', { shown: check.ready })}
            inputMode="numeric"
            value={typed}
            onText={setTyped}
            {...FIRST_FOCUS}
          />
        </Notice>
      )}
      <ActionError error={confirmLive.error ?? start.error} />
      <div className="row wrap middle gap-8">
        <Button
          type="submit"
          {...(isLive ? {} : FIRST_FOCUS)}
          disabled={!mayStart || !isTyped || pace === null}
          loading={confirmLive.isPending || start.isPending}
        >
          {say('batch.issue', { count: check.ready, shown: countText(check.ready) })}
        </Button>
        <Button variant="default" onClick={() => importing.goTo('check')}>
          {say('batch.back.check')}
        </Button>
      </div>
    </form>
  );
}
