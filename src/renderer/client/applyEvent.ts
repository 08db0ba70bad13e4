import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { DeskEvent } from '#shared/contract/events.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { CHECK_STEPS, type CheckStep } from '#shared/domain/connectionCheck.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { LogHealth } from '#shared/domain/logHealth.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type DepositRequest, isInFlight, isOpen } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { KEYS } from './keys.ts';
import { keepTypedBy } from './typedStorage.ts';
import { type StageOf, withStage, withoutStage } from './stages.ts';

type Limits = OperationOutput<'limits.read'>;

const profileKeys = (id: ProfileId): readonly QueryKey[] => [
  KEYS.profiles,
  KEYS.secrets,
  KEYS.limits(id),
  KEYS.links,
];
const PEOPLE_KEYS = [KEYS.session, KEYS.people, KEYS.peopleRules, KEYS.personNames, KEYS.eyes];

/** Puts what the desk tells by itself into the cached answers. Losing an event loses nothing: all can be asked again. */
export async function applyEvent(cache: QueryClient, event: DeskEvent): Promise<void> {
  switch (event.name) {
    case 'request.changed':
      await applyRequest(cache, event.request);
      // A row of the Inbox shows whether its request has a decision about the paid amount.
      await cache.invalidateQueries({ queryKey: KEYS.callbackLists, refetchType: 'none' });
      return recount(cache, event.request.profileId);
    case 'requests.changed':
      return applyRequests(cache, event);
    case 'customer.changed':
      return replace(cache, KEYS.customer(event.profileId, event.customer), event.record);
    case 'limits.changed':
      return applyLimits(cache, event.snapshot);
    case 'profile.changed':
      await askAnewAll(cache, profileKeys(event.profileId));
      // The profile was confirmed as it was before the change. Until the desk answers it counts as not confirmed.
      await cache.resetQueries({ queryKey: KEYS.confirmedLive });
      return;
    case 'check.step':
      cache.setQueryData<readonly CheckStep[]>(KEYS.check(event.checkId), (steps) =>
        withStep(steps ?? [], event.step),
      );
      return;
    case 'settings.changed':
      return replace(cache, KEYS.settings, event.settings);
    case 'callback.received':
      return applyCallback(cache, event);
    case 'import.progress':
      return replace(cache, KEYS.importProgress(event.progress.importId), event.progress);
    case 'batch.changed':
      return applyBatch(cache, event.batch);
    case 'export.changed':
      return replace(cache, KEYS.export(event.export.exportId), event.export);
    case 'request.stage':
      return applyStage(cache, event);
    case 'templates.changed':
      return askAnew(cache, KEYS.templates);
    case 'listener.changed':
      // No link leads to where the desk listens.
      return askAnewAll(cache, [KEYS.listener(event.profileId), KEYS.links]);
    case 'backup.changed':
    case 'restore.changed':
    case 'protection.changed':
    case 'protection.progress':
      return applyCare(cache, event);
    case 'team.changed':
      return replace(cache, KEYS.team, event.state);
    case 'desk.locked':
      return replace(cache, KEYS.lock, { locked: event.locked });
    case 'eyes.changed':
    case 'people.changed':
      return askAnewAll(cache, PEOPLE_KEYS);
    case 'request.heard':
    case 'desk.open':
      // Components that show the notice, or can navigate, listen themselves.
      return;
    case 'health.changed':
      return applyHealth(cache, event.health);
    case 'index.changed':
      return replace(cache, KEYS.index, event.index);
    default:
      return assertNever(event);
  }
}

type CareName = 'backup.changed' | 'restore.changed' | 'protection.changed' | 'protection.progress';
type CareEvent = Extract<DeskEvent, { readonly name: CareName }>;

/** What is done to the file of the log. */
async function applyCare(cache: QueryClient, event: CareEvent): Promise<void> {
  switch (event.name) {
    case 'backup.changed':
      return event.running ? undefined : askAnew(cache, KEYS.backups);
    case 'restore.changed':
      return replace(cache, KEYS.restoring, event.progress);
    case 'protection.changed':
      keepTypedBy(event.protection);
      return replace(cache, KEYS.protection, event.protection);
    case 'protection.progress':
      return replace(cache, KEYS.protecting, event.progress);
    default:
      return assertNever(event);
  }
}

async function applyCallback(
  cache: QueryClient,
  { profileId, intentId }: Extract<DeskEvent, { readonly name: 'callback.received' }>,
): Promise<void> {
  await recount(cache, profileId);
  await askAnew(cache, KEYS.callbackLists);
  if (intentId !== null) await askAnew(cache, KEYS.history(intentId));
}

async function applyBatch(cache: QueryClient, batch: Batch): Promise<void> {
  cache.setQueryData(KEYS.batch(batch.batchId), batch);
  await askAnew(cache, KEYS.batchRows(batch.batchId));
  await askAnew(cache, KEYS.batchList);
  // Interrupted rows are dealt with once they are queued again, at this page or another one.
  const interrupted = cache.getQueryData<readonly DepositRequest[]>(KEYS.recovery) ?? [];
  if (interrupted.some((row) => row.batch?.batchId === batch.batchId)) {
    await askAnew(cache, KEYS.recovery);
  }
}

/**
 * An answer that is under way may have been given before the event, and would undo it. A first one, too, which invalidating
 * alone would wait for and keep.
 */
async function askAnew(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  await cache.cancelQueries({ queryKey });
  await cache.invalidateQueries({ queryKey });
}

/** The event has the whole answer: one that is under way is older. */
async function replace(cache: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, answer);
}

/** Counted anew when it is next looked at. One that is open takes its time: it hears of changes itself, and counts at its own pace. */
async function recount(cache: QueryClient, profileId: ProfileId): Promise<void> {
  await cache.invalidateQueries({ queryKey: KEYS.overview(profileId), refetchType: 'none' });
}

/** What is read from the log, and changes by itself. */
const LOGGED = [
  KEYS.logs,
  KEYS.nows,
  KEYS.callbacks,
  KEYS.overviews,
  KEYS.batches,
  KEYS.statements,
  KEYS.backups,
  KEYS.recovery,
];

/** After a time in which events may have passed unheard. */
export async function catchUp(cache: QueryClient): Promise<void> {
  await Promise.all(LOGGED.map((queryKey) => cache.cancelQueries({ queryKey })));
  await cache.invalidateQueries();
}

async function askAnewAll(cache: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((key) => askAnew(cache, key)));
}

/** The snapshot at once; what it changed against the last one is asked for, since the event does not carry it. */
async function applyLimits(cache: QueryClient, snapshot: LimitsSnapshot): Promise<void> {
  const queryKey = KEYS.limits(snapshot.profileId);
  cache.setQueryData<Limits>(queryKey, (last) => ({
    snapshot,
    problem: null,
    change: last?.change ?? null,
  }));
  await cache.invalidateQueries({ queryKey });
}

/** A step that is told twice stands once, in its own place. */
function withStep(steps: readonly CheckStep[], step: CheckStep): readonly CheckStep[] {
  const others = steps.filter((known) => known.step !== step.step);
  return [...others, step].toSorted(
    (left, right) => CHECK_STEPS.indexOf(left.step) - CHECK_STEPS.indexOf(right.step),
  );
}

/** Another log may be in its place by now: nothing read from the last one is shown on. */
export async function applyHealth(cache: QueryClient, health: LogHealth): Promise<void> {
  await cache.cancelQueries({ queryKey: KEYS.health });
  cache.setQueryData(KEYS.health, health);
  await Promise.all([
    ...LOGGED.map((queryKey) => askAnew(cache, queryKey)),
    // An order id or limits, say, that could not be had from a damaged log.
    cache.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
  ]);
}

export async function applyRequest(cache: QueryClient, request: DepositRequest): Promise<void> {
  const nowKey = KEYS.now(request.profileId);
  const isOvertaken = cache.isFetching({ queryKey: nowKey }) > 0;
  cache.setQueryData<readonly DepositRequest[]>(nowKey, (list) =>
    list === undefined ? undefined : withRequest(list, request),
  );
  cache.setQueryData<readonly DepositRequest[]>(KEYS.recovery, (list) =>
    list?.map((row) => (row.intentId === request.intentId ? request : row)),
  );
  if (!isInFlight(request)) {
    cache.setQueryData<readonly StageOf[]>(KEYS.stages, (list) =>
      withoutStage(list, request.intentId),
    );
  }
  const renewed = isOvertaken ? askAnew(cache, nowKey) : null;
  await askAnew(cache, KEYS.history(request.intentId));
  await renewed;
}

/** As `applyRequest` does for each, but asked for: the event names them only. */
async function applyRequests(
  cache: QueryClient,
  { profileId, intentIds }: Extract<DeskEvent, { readonly name: 'requests.changed' }>,
): Promise<void> {
  const shown = intentIds
    .map((intentId) => KEYS.history(intentId))
    .filter((key) => cache.getQueryState(key) !== undefined);
  await Promise.all(
    [KEYS.now(profileId), KEYS.recovery, KEYS.stages, ...shown].map((key) => askAnew(cache, key)),
  );
  await cache.invalidateQueries({ queryKey: KEYS.callbackLists, refetchType: 'none' });
  await recount(cache, profileId);
}

/** An answer under way may be older than the event, and would take it back a stage. */
async function applyStage(cache: QueryClient, { intentId, stage }: StageOf): Promise<void> {
  const isOvertaken = cache.isFetching({ queryKey: KEYS.stages }) > 0;
  cache.setQueryData<readonly StageOf[]>(KEYS.stages, (list) =>
    withStage(list ?? [], { intentId, stage }),
  );
  if (isOvertaken) await askAnew(cache, KEYS.stages);
}

const LAST_SHOWN = 10;

/** As `log.now` would answer: everything in flight or without an answer, and the last ten; newest first. */
export function withRequest(
  list: readonly DepositRequest[],
  request: DepositRequest,
): readonly DepositRequest[] {
  const known = list.find((row) => row.intentId === request.intentId);
  // Events and answers can overtake each other; a settled request never goes back into flight.
  if (known !== undefined && !isInFlight(known) && isInFlight(request)) return list;
  const all =
    known === undefined
      ? list.toSpliced(placeOf(list, request), 0, request)
      : list.map((row) => (row === known ? request : row));
  return all.filter((row, at) => at < LAST_SHOWN || isOpen(row));
}

/**
 * What is in flight and was not listed has just been recorded: it is the newest, also where the clock was set back since the
 * last one, which Copy message would else take for the newest. Anything else is an old one that was touched.
 */
function placeOf(list: readonly DepositRequest[], request: DepositRequest): number {
  if (isInFlight(request)) return 0;
  const at = list.findIndex(({ createdAt }) => createdAt <= request.createdAt);
  return at === -1 ? list.length : at;
}

/** Into the list at once, so that an older state does not flash by; the desk's own list follows. */
export async function applyProfiles(cache: QueryClient, saved: readonly Profile[]): Promise<void> {
  cache.setQueryData<readonly Profile[]>(KEYS.profiles, (list = []) => {
    const known = new Set(list.map(({ id }) => id));
    return [
      ...list.map((profile) => saved.find(({ id }) => id === profile.id) ?? profile),
      ...saved.filter(({ id }) => !known.has(id)),
    ];
  });
  await cache.invalidateQueries({ queryKey: KEYS.profiles });
  await cache.invalidateQueries({ queryKey: KEYS.secrets });
}
