import { type ReactNode, useState } from 'react';

import type { Batch, BatchPace } from '#shared/domain/batch.ts';

import { useMay } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { useRowTimes } from '../../ui/hooks.ts';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { PaceFields } from './PaceFields.tsx';
import { useSteer } from './queries.ts';

/** Pause, resume with another pace, stop for good, queue failed rows again. */
export function Steering({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const { batchId, state } = batch;
  const [pace, setPace] = useState<BatchPace | null>(batch.pace);
  const [isStopping, setStopping] = useState(false);
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
  const error = pause.error ?? resume.error ?? stop.error ?? again.error;
  // A batch that is done has nothing to steer: an empty block would still take its gap.
  if (batch.pause === null && !canStop && !canQueue && error === null) return null;
  return (
    <div className="stack gap-12">
      <PauseNotice batch={batch} />
      {isPaused && <PaceFields pace={batch.pace} onPace={setPace} />}
      <div className="row wrap middle gap-8">
        {isPaused && (
          <Button
            disabled={pace === null}
            loading={resume.isPending}
            onClick={() => pace !== null && resume.mutate({ batchId, pace })}
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
      {canStop && isStopping && (
        <Notice
          tone="unknown"
          title={say('batch.stop.title')}
          actions={
            <>
              <Button
                size="xs"
                tone="danger"
                loading={stop.isPending}
                onClick={() => stop.mutate({ batchId }, { onSettled: () => setStopping(false) })}
              >
                {say('batch.stop.yes')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setStopping(false)}>
                {say('batch.stop.no')}
              </Button>
            </>
          }
        >
          <p>
            {say('batch.stop.text', {
              count: batch.counts.waiting,
              shown: countText(batch.counts.waiting),
            })}
          </p>
        </Notice>
      )}
      <ActionError error={error} />
    </div>
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
