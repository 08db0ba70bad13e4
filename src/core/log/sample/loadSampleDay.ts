import type { Failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../../desk/deskEvents.ts';
import { type SampleEvent, sampleDay } from './sampleDay.ts';
import type { Clock } from '../../ports.ts';
import type { Profiles } from '../../profiles/profiles.ts';
import type { LogPort } from '../openLog.ts';

export type SampleDeps = {
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly profiles: Pick<Profiles, 'sandbox'>;
  readonly clock: Clock;
};

/** A sample day for an empty log. */
export async function loadSampleDay(
  operator: Operator,
  deps: SampleDeps,
): Promise<Result<{ readonly requests: number }, Failure>> {
  const { log, events, profiles, clock } = deps;
  const now = clock.now();
  const sample = { nowMs: now.getTime(), profile: profiles.sandbox, firstSeq: 1 };
  const day = Array.from(sampleDay(sample), withLimitsApart);
  // Some sample requests are "interrupted by a crash": they are acknowledged at once.
  const seen: SampleEvent = {
    at: now.toISOString(),
    event: { kind: 'recovery_acknowledged', body: { operator } },
  };
  const loaded = await log.loadSample([...day, seen]);
  if (!loaded.ok) return loaded;
  // One event for hundreds of rows: the page that asked looks anew by itself, other ones learn how many there are.
  const { indexed, total } = await log.indexed();
  events.emit({ name: 'index.changed', index: { indexed, total } });
  return ok({ requests: loaded.value });
}

/** Sample limits: amounts are compared only with the provider's own answer, which has not changed since. */
function withLimitsApart({ at, event }: SampleEvent): SampleEvent {
  if (event.kind !== 'limits') return { at, event };
  return { at, event: { ...event, body: { ...event.body, source: 'sample' } } };
}
