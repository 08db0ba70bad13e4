import { CURRENCIES } from '#shared/domain/currency.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import {
  type AttentionReason,
  NEWEST_FIRST,
  NO_FILTER,
  OUTCOMES,
} from '#shared/domain/logSearch.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import { Money } from '#shared/domain/money.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { isLateOpen } from '#shared/domain/saidLater.ts';
import {
  MOST_HANDED_OVER,
  type ProfileHandOver,
  type HandOverReport,
} from '#shared/domain/handOver.ts';

import { type Happened, NOTE, type Span, callbackKind } from './happened.ts';
import type { ResolvedQuery } from './query.ts';
import type { DayCounts } from './dayCounts.ts';
import type { EntryRows } from './rows.ts';
import type { Source } from './source.ts';

/** The profile in front, and its day in the merchant's time zone. */
export type HandOverQuestion = {
  readonly profileId: ProfileId;
  readonly day: DaySpan;
  /** Every profile of the desk, each with its own day. */
  readonly profiles: readonly { readonly profileId: ProfileId; readonly day: DaySpan }[];
  /** Unknowns, flags and mismatches are listed of every profile, not only of the one. */
  readonly isOfAll: boolean;
  /** Unmatched callbacks also from before the day: since the person took over. Null: of the day alone. */
  readonly sinceMs: number | null;
};

/** Its profiles are those of the question, and every other profile with an open request. */
export type HandOver = Omit<
  HandOverReport,
  'at' | 'from' | 'since' | 'text' | 'batches' | 'callbacks'
> & {
  /** Callbacks that match no request, newest first. */
  readonly apartSeqs: readonly number[];
};

/** While the log cannot be read. */
export const EMPTY_HAND_OVER: HandOver = {
  unknowns: [],
  unknownsTotal: 0,
  flagged: [],
  flaggedTotal: 0,
  mismatched: [],
  mismatchedTotal: 0,
  apartSeqs: [],
  late: [],
  lateTotal: 0,
  notes: [],
  notesTotal: 0,
  sums: [],
  profiles: [],
  index: { indexed: 0, total: 0 },
};

type HandOverParts = {
  readonly source: Source;
  readonly dayCounts: DayCounts;
  readonly rows: EntryRows;
  readonly happened: Happened;
  readonly places: (query: ResolvedQuery) => Iterable<Uint32Array>;
};

/**
 * What is without an answer or in flight is read from the log itself: an index that is behind must not hide one. All of
 * one moment, so that the figures agree.
 */
export function handOverOf(
  parts: HandOverParts,
  question: HandOverQuestion,
): Omit<HandOver, 'index'> {
  return parts.source.atOnce(() => {
    const { profileId, day, isOfAll } = question;
    const unknowns = parts.source.unresolved(isOfAll ? null : profileId, MOST_HANDED_OVER);
    const listedOf = isOfAll ? [] : [profileId];
    const flagged = listed(parts, listedOf, 'flagged');
    const mismatched = listed(parts, listedOf, 'paid_differs');
    return {
      unknowns: unknowns.newest,
      unknownsTotal: unknowns.count,
      flagged: flagged.requests,
      flaggedTotal: flagged.total,
      mismatched: mismatched.requests,
      mismatchedTotal: mismatched.total,
      apartSeqs: apartOf(parts, question),
      ...lateOf(parts, question),
      ...notesOf(parts, question),
      sums: sumsOf(parts, profileId, day),
      profiles: profilesOf(parts, question),
    };
  });
}

type Counts = Omit<ProfileHandOver, 'sums'>;
const NONE = { unknown: 0, waiting: 0, mismatched: 0, flagged: 0, callbacks: 0 } as const;
const APART = [callbackKind('apart')];

/** The profile's day, and before it the time since the person took over. */
function apartSpan({ fromMs, toMs }: DaySpan, { sinceMs }: HandOverQuestion): Span {
  return { fromMs: Math.min(fromMs, sinceMs ?? fromMs), toMs };
}

/** Newest first. */
function apartOf({ happened }: HandOverParts, question: HandOverQuestion): readonly number[] {
  return question.profiles
    .flatMap(({ profileId, day }) =>
      happened.newest(APART, profileId, apartSpan(day, question), MOST_HANDED_OVER),
    )
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, MOST_HANDED_OVER)
    .map(({ seq }) => seq);
}

/** Those that were asked for first, in their order; then what is open at profiles that are gone. */
function profilesOf(parts: HandOverParts, question: HandOverQuestion): readonly ProfileHandOver[] {
  const { profiles } = question;
  const counts = new Map<string, Counts>();
  const count = (profileId: ProfileId, change: (before: Counts) => Partial<Counts>): void => {
    const before = counts.get(profileId) ?? { ...NONE, profileId, name: profileId };
    counts.set(profileId, { ...before, ...change(before) });
  };
  for (const { profileId } of profiles) count(profileId, () => ({}));
  for (const open of parts.source.openByProfile()) {
    count(open.profileId, (before) => ({
      name: open.name,
      ...(open.outcome === 'unknown'
        ? { unknown: open.count }
        : { waiting: before.waiting + open.count }),
    }));
  }
  const tally = (reason: AttentionReason, name: 'mismatched' | 'flagged'): void => {
    for (const place of placesOf(parts, [], reason)) {
      const profileId = parts.rows.at(place)?.profile_id;
      if (profileId === undefined) continue;
      count(profileIdSchema.parse(profileId), (before) => ({ [name]: before[name] + 1 }));
    }
  };
  tally('paid_differs', 'mismatched');
  tally('flagged', 'flagged');
  for (const { profileId, day } of profiles) {
    const callbacks = parts.happened.count(APART, profileId, apartSpan(day, question));
    count(profileId, () => ({ callbacks }));
  }
  const days = new Map(profiles.map(({ profileId, day }) => [profileId, day]));
  return [...counts.values()].map((one) => {
    const day = days.get(one.profileId);
    return { ...one, sums: day === undefined ? [] : sumsOf(parts, one.profileId, day) };
  });
}

const DAY_MS = 86_400_000;

/**
 * A late answer to a request that was resolved meanwhile is told for two days: no event says that it was dealt with, so that it
 * would be handed over for ever.
 */
function lateOf(
  { source, rows, places }: HandOverParts,
  { profiles }: HandOverQuestion,
): Pick<HandOver, 'late' | 'lateTotal'> {
  const fromMs = Math.min(...profiles.map(({ day }) => day.fromMs)) - DAY_MS;
  const filter = { ...NO_FILTER, outcomes: ['unknown'] as const };
  const found = new Map(source.unresolvedLate().map(({ seq, request }) => [seq, request]));
  for (const some of places({ ...EVERYTHING, filter, fromMs })) {
    for (const place of some) {
      const seq = rows.at(place)?.seq ?? null;
      const request = seq === null ? undefined : source.at(seq)?.request;
      if (seq !== null && request !== undefined && isLateOpen(request)) found.set(seq, request);
    }
  }
  const newest = [...found].toSorted(([left], [right]) => right - left);
  return {
    late: newest.slice(0, MOST_HANDED_OVER).map(([, request]) => request),
    lateTotal: newest.length,
  };
}

function* placesOf(
  { places }: HandOverParts,
  profileIds: readonly ProfileId[],
  reason: AttentionReason,
): Generator<number> {
  const filter = { ...NO_FILTER, profileIds, attention: [reason] };
  for (const found of places({ ...EVERYTHING, filter })) yield* found;
}

/** Newest first. */
function listed(
  parts: HandOverParts,
  profileIds: readonly ProfileId[],
  reason: AttentionReason,
): { readonly requests: readonly DepositRequest[]; readonly total: number } {
  const newest: number[] = [];
  let total = 0;
  for (const place of placesOf(parts, profileIds, reason)) {
    if (total < MOST_HANDED_OVER) newest.push(place);
    total += 1;
  }
  const requests = newest.flatMap((place) => {
    const seq = parts.rows.at(place)?.seq;
    return seq === undefined ? [] : (parts.source.at(seq)?.request ?? []);
  });
  return { requests, total };
}

const EVERYTHING: ResolvedQuery = {
  words: [],
  filter: NO_FILTER,
  fromMs: null,
  toMs: null,
  sort: NEWEST_FIRST,
  nowMs: 0,
  validMinOf: {},
};

function notesOf(
  { source, happened }: HandOverParts,
  { profileId, day }: HandOverQuestion,
): Pick<HandOver, 'notes' | 'notesTotal'> {
  // In the order of the log: a clock may have been set back meanwhile.
  const written = happened
    .newest([NOTE], profileId, day, Number.MAX_SAFE_INTEGER)
    .toSorted((a, b) => b.seq - a.seq);
  const notes = written.slice(0, MOST_HANDED_OVER).flatMap(({ seq }): HandOverReport['notes'] => {
    const note = source.noteAt(seq);
    const fields = note === null ? undefined : source.find(note.intentId)?.request.body.fields;
    if (note === null || fields === undefined) return [];
    return [{ ...note, orderId: fields.order_id, customer: fields.customer ?? null }];
  });
  return { notes, notesTotal: written.length };
}

/** Of both flows together, in the order of currencies and outcomes. */
function sumsOf(
  { dayCounts, source }: HandOverParts,
  profileId: string,
  day: DaySpan,
): HandOver['sums'] {
  const totals = dayCounts.daily(profileId, [day]);
  const open = source.unresolvedWithin(profileId, day.fromMs, day.toMs);
  return CURRENCIES.flatMap((currency) =>
    OUTCOMES.flatMap((outcome) => {
      const own = totals.filter((one) => one.currency === currency && one.outcome === outcome);
      const count = own.reduce((sum, one) => sum + one.count, 0);
      // An index that is behind may not have the newest unknowns yet.
      const resolved = Math.max(0, count - (open.get(currency) ?? 0));
      const more = outcome === 'unknown' && resolved > 0 ? { resolved } : {};
      const requestedCents = Money.sum(own.map((one) => one.requestedCents));
      return count === 0 ? [] : [{ currency, outcome, count, requestedCents, ...more }];
    }),
  );
}
