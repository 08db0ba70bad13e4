import { type ReactNode, useState } from 'react';

import type { Batch, BatchPace } from '#shared/domain/batch.ts';
import { whereTo } from '#shared/domain/profile.ts';

import { useMay, useProfileOf } from '../../client/deskContext.ts';
import { useIsFirstLive } from '../../client/issue.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeptFocus } from '../../ui/focus.ts';
import { useRowTimes } from '../../ui/hooks.ts';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { FirstLiveQuestion } from './FirstLive.tsx';
import { PaceFields } from './PaceFields.tsx';
import { useConfirmLive, useSteer } from './queries.ts';

/** Pause, resume with another pace, stop for good, queue failed rows again. */
export function Steering({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const { batchId, state } = batch;
  const [pace, setPace] = useState<BatchPace | null>(batch.pace);
  const [isStopping, setStopping] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const profile = useProfileOf(batch);
  const isFirstLive = useIsFirstLive({ id: batch.profileId, mode: batch.mode });
  const confirmLive = useConfirmLive();
  const pause = useSteer('batch.pause');
  const resume = useSteer('batch.resume');
  const stop = useSteer('batch.stop');
  const again = useSteer('batch.queueAgain');
  const mayIssue = useMay('issue');
  const maySupervise = useMay('supervise');
  const mayStart = mayIssue && (batch.mode !== 'live' || maySupervise);
  const isPaused = state === 'paused' && mayStart;
  const isUnderWay = state === 'running' || state === 'pausing' || state === 'paused';
  const canStop = mayIssue && isUnderWay;
  const canQueue = mayStart && batch.repeatable > 0 && state !== 'stopped' && state !== 'stopping';
  const goOn = (): void => {
    if (pace !== null) resume.mutate({ batchId, pace });
  };
  const error = confirmLive.error ?? pause.error ?? resume.error ?? stop.error ?? again.error;
  // `Pause` and `Stop` go when they are pressed; what comes in their place is the next Tab.
  const kept = useKeptFocus<HTMLDivElement>(`${state} ${String(isStopping)}`);
  // A batch that is done has nothing to steer: an empty block would still take its gap.
  if (batch.pause === null && !canStop && !canQueue && error === null) return null;
  return (
    <div {...kept} className="stack gap-12">
      <PauseNotice batch={batch} />
      {isPaused && <PaceFields pace={batch.pace} onPace={setPace} />}
      <div className="row wrap middle gap-8">
        {isPaused && (
          <Button
            disabled={pace === null}
            loading={resume.isPending}
            onClick={() => (isFirstLive && profile !== null ? setAsking(true) : goOn())}
          >
            {say('batch.resume', {
              count: batch.counts.waiting,
              shown: countText(batch.counts.waiting),
            })}
          </Button>
        )}
        {mayIssue && state === 'running' && (
          <Button loading={pause.isPending} onClick={() => pause.mutate({ batchId })}>
            {say('batch.pause')}
          </Button>
        )}
        {canStop && !isStopping && (
          <Button variant="default" onClick={() => setStopping(true)}>
            {say('batch.stop')}
          </Button>
        )}
        {canQueue && (
          <Button
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ batchId, rows: null })}
          >
            {say('batch.queueAgain', {
              count: batch.repeatable,
              shown: countText(batch.repeatable),
            })}
          </Button>
        )}
      </div>
      {isPaused && isAsking && profile !== null && (
        <FirstLiveQuestion
          profile={profile}
          onConfirm={() => {
            setAsking(false);
            const place = { profileId: profile.id, shown: whereTo(profile) };
            confirmLive.mutate(place, { onSuccess: goOn });
          }}
          onBack={() => setAsking(false)}
        />
      )}
      {canStop && isStopping && (
        <StopQuestion
          waiting={batch.counts.waiting}
          isPending={stop.isPending}
          onStop={() => stop.mutate({ batchId }, { onSettled: () => setStopping(false) })}
          onBack={() => setStopping(false)}
        />
      )}
      <ActionError error={error} />
    </div>
  );
}

type StopProps = {
  readonly waiting: number;
  readonly isPending: boolean;
  readonly onStop: () => void;
  readonly onBack: () => void;
};

function StopQuestion({ waiting, isPending, onStop, onBack }: StopProps): ReactNode {
  const say = useSay();
  return (
    <Notice
      tone="unknown"
      title={say('batch.stop.title')}
      actions={
        <>
          <Button size="xs" tone="danger" loading={isPending} onClick={onStop}>
            {say('batch.stop.yes')}
          </Button>
          <Button size="xs" variant="default" onClick={onBack}>
            {say('batch.stop.no')}
          </Button>
        </>
      }
    >
      <p>{say('batch.stop.text', { count: waiting, shown: countText(waiting) })}</p>
    </Notice>
  );
}

function PauseNotice({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const { pause } = batch;
  if (pause === null) return null;
  return (
    <Notice tone={pause.reason === 'operator' ? 'calm' : 'unknown'}>
      <p>
        {say(`batch.paused.${pause.reason}`, { count: batch.pace.pauseAfter })}
        {pause.until !== null &&
          ` ${say('batch.paused.until', { time: times.short(pause.until) })}`}
      </p>
    </Notice>
  );
}
