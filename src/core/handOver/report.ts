import type { Callback } from '#shared/domain/callback.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { type DaySpan, daysOf } from '#shared/domain/merchantDays.ts';
import { Money } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import {
  MOST_HANDED_OVER,
  type ProfileHandOver,
  type HandOverReport,
} from '#shared/domain/handOver.ts';

import type { Batches } from '../batch/batches.ts';
import type { Settler } from '../issuing/settle.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { LogPort } from '../log/openLog.ts';
import type { HandOver } from '../search/handOver.ts';

export type HandOverReportDeps = {
  readonly log: Pick<LogPort, 'handOver' | 'inFlight' | 'handOverText' | 'callbacksOf'>;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly settler: Pick<Settler, 'held' | 'shown'>;
  readonly clock: Clock;
  readonly batches: Pick<Batches, 'open'>;
};

const BATCHES_OF_MS = 7 * 86_400_000;

/** At a desk with people, a person hands over every profile, and since their work began. */
export type Handing = { readonly isOfAll: boolean; readonly since: string | null };

/** What one person tells the next. */
export async function handOverReport(
  profileId: ProfileId,
  deps: HandOverReportDeps,
  { isOfAll, since }: Handing,
): Promise<Result<HandOverReport, Failure>> {
  const { log, profiles, settler, clock } = deps;
  const profile = profiles.find(profileId);
  if (!profile.ok) return profile;
  const now = clock.now();
  const dayOf = (one: Profile): DaySpan | undefined =>
    daysOf({ kind: 'today' }, one, now.getTime())[0];
  const day = dayOf(profile.value);
  if (day === undefined) return err(failure('internal', 'today is no day'));
  const others = profiles.list().filter(({ id }) => id !== profileId);
  const asked = [profile.value, ...others].flatMap((one) => {
    const own = dayOf(one);
    return own === undefined ? [] : [{ profileId: one.id, day: own }];
  });
  const sinceMs = since === null ? null : Date.parse(since);
  const question = { profileId, day, profiles: asked, isOfAll, sinceMs };
  const { apartSeqs, ...open } = await log.handOver(question);
  const apart = await log.callbacksOf(apartSeqs);
  const held = await heldUnknowns(deps);
  const batchesSince = new Date(now.getTime() - BATCHES_OF_MS).toISOString();
  const listedHeld = held.filter(({ request }) => isOfAll || request.profileId === profileId);
  const days = new Map(asked.map((one) => [one.profileId, one.day]));
  const names = new Map([profile.value, ...others].map(({ id, name }) => [id, name]));
  return ok({
    ...open,
    ...withHeld(open, listedHeld, profileId, day),
    callbacks: apart.filter(isOpenCallback),
    flagged: open.flagged.map(settler.shown),
    profiles: open.profiles
      .map((one) => withHeldCounts(one, held, days.get(one.profileId) ?? null))
      .map((one) => ({ ...one, callbacks: one.callbacks - readAgain(apart, one.profileId) }))
      .map((one) => ({ ...one, name: names.get(one.profileId) ?? one.name }))
      .filter((one) => one.profileId === profileId || isWorthTelling(one, isOfAll)),
    at: now.toISOString(),
    from: new Date(day.fromMs).toISOString(),
    since,
    batches: await deps.batches.open(batchesSince),
    text: await log.handOverText(),
  });
}

function isWorthTelling({ sums, ...counts }: ProfileHandOver, isOfAll: boolean): boolean {
  const { unknown, waiting, mismatched, flagged, callbacks } = counts;
  const more = isOfAll ? flagged + callbacks : 0;
  return unknown + waiting + mismatched + more > 0 || sums.length > 0;
}

/** One that was read again is told as what that reading made of it. */
function isOpenCallback({ replayedAs }: Callback): boolean {
  return replayedAs === undefined;
}

function readAgain(apart: readonly Callback[], profileId: ProfileId): number {
  return apart.filter((one) => one.profileId === profileId && !isOpenCallback(one)).length;
}

/** Unknown for the desk, and in flight for the log, because its outcome could not be written. */
type Held = { readonly request: DepositRequest; readonly inLog: DepositRequest['outcome'] };

/** Newest first. */
async function heldUnknowns({ log, settler }: HandOverReportDeps): Promise<readonly Held[]> {
  if (settler.held().length === 0) return [];
  return (await log.inFlight())
    .map((request) => ({ request: settler.shown(request), inLog: request.outcome }))
    .filter(({ request }) => request.outcome === 'unknown')
    .toReversed();
}

function withHeld(
  { unknowns, unknownsTotal, sums }: Pick<HandOver, 'unknowns' | 'unknownsTotal' | 'sums'>,
  held: readonly Held[],
  profileId: ProfileId,
  day: DaySpan,
): Pick<HandOver, 'unknowns' | 'unknownsTotal' | 'sums'> {
  const isListed = new Set(unknowns.map(({ intentId }) => intentId));
  const more = held.filter(({ request }) => !isListed.has(request.intentId));
  return {
    unknowns: [...more.map(({ request }) => request), ...unknowns].slice(0, MOST_HANDED_OVER),
    unknownsTotal: unknownsTotal + more.length,
    // Sums are of the one profile, whatever is listed.
    sums: more
      .filter(({ request }) => request.profileId === profileId)
      .reduce((before, one) => withMoved(before, one, day), sums),
  };
}

function withHeldCounts(
  one: ProfileHandOver,
  held: readonly Held[],
  day: DaySpan | null,
): ProfileHandOver {
  const own = held.filter(({ request }) => request.profileId === one.profileId);
  return {
    ...one,
    unknown: one.unknown + own.length,
    waiting: Math.max(0, one.waiting - own.length),
    sums: own.reduce((before, moved) => withMoved(before, moved, day), one.sums),
  };
}

type Sums = HandOver['sums'];

/** Counted as what the log has it for; told as what the desk knows. */
function withMoved(sums: Sums, { request, inLog }: Held, day: DaySpan | null): Sums {
  const { currency, cents } = request.body.fields;
  const createdMs = Date.parse(request.createdAt);
  if (day === null || createdMs < day.fromMs || createdMs >= day.toMs) return sums;
  const from = sums.find((sum) => sum.currency === currency && sum.outcome === inLog);
  // The index does not have it yet: the report says that it is behind.
  if (from === undefined) return sums;
  const to = sums.find((sum) => sum.currency === currency && sum.outcome === 'unknown') ?? {
    currency,
    outcome: 'unknown' as const,
    count: 0,
    requestedCents: 0,
  };
  const less = {
    ...from,
    count: from.count - 1,
    requestedCents: Money.sum([from.requestedCents, -BigInt(cents)]),
  };
  const more = {
    ...to,
    count: to.count + 1,
    requestedCents: Money.sum([to.requestedCents, cents]),
  };
  const rest = sums.filter((sum) => sum !== from && sum !== to);
  return [...rest, ...(less.count > 0 ? [less] : []), more];
}
