import { z } from 'zod';

import { createStatements } from '../../sqlite/openSqlite.ts';
import type { EventOf } from './events.ts';
import type { Store } from './store.ts';

export const DAY_MS = 86_400_000;
/** A clock that moved by more than this is believed only after a person has confirmed the date. */
const MAX_JUMP_MS = DAY_MS;
/** How exactly a run remembers when an event was written. */
const HEAD_EVERY_MS = 3_600_000;

/** Of the form that a timestamp has; no clock gets here. */
const LAST_TIME = '9999-12-31T23:59:59.999Z';

const SQL = {
  row: `
    SELECT seq FROM event WHERE seq BETWEEN :firstSeq AND :lastSeq AND at > :after AND at <= :upTo
    ORDER BY seq LIMIT 1`,
  neighbours: `
    SELECT seq AS since, before AS expected
    FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM event WHERE seq >= :after)
    WHERE abs(julianday(at) - julianday(before)) > :days ORDER BY seq LIMIT 1`,
} as const;
const neighboursSchema = z.object({ since: z.int(), expected: z.string() }).optional();
const seqSchema = z.int().optional();

export type RunClock = ReturnType<typeof createRunClock>;
type ClockMoved = EventOf<'clock_moved'>;

export function isJump(fromMs: number, toMs: number): boolean {
  return Math.abs(toMs - fromMs) > MAX_JUMP_MS;
}

/** What one run of the program knows about time by the monotonic clock, which the system's clock cannot move. */
export function createRunClock(monotonicMs: () => number = () => performance.now()) {
  let seen: { readonly atMs: number; readonly monotonicMs: number } | null = null;
  let heads: readonly { readonly seq: number; readonly monotonicMs: number }[] = [];
  return {
    monotonicMs,
    /** The log was opened, or another one is in its place. `lastAt`: the time of its newest event; null: it is empty. */
    opened(headSeq: number, lastAt: string | null): void {
      if (seen === null && lastAt !== null) {
        seen = { atMs: Date.parse(lastAt), monotonicMs: monotonicMs() };
      }
      if (heads.length === 0) heads = [{ seq: headSeq, monotonicMs: -Infinity }];
      else heads = heads.map((head) => ({ ...head, seq: Math.min(head.seq, headSeq) }));
    },
    /** `at` is what the system's clock says now. Null, or the time that was expected where the clock has jumped since it was last seen. */
    see(at: string, headSeq: number): string | null {
      const now = { atMs: Date.parse(at), monotonicMs: monotonicMs() };
      const last = seen ?? now;
      const expectedMs = last.atMs + now.monotonicMs - last.monotonicMs;
      seen = now;
      if (now.monotonicMs - (heads.at(-1)?.monotonicMs ?? 0) >= HEAD_EVERY_MS) {
        heads = [...heads, { seq: headSeq, monotonicMs: now.monotonicMs }];
      }
      return isJump(expectedMs, now.atMs) ? new Date(expectedMs).toISOString() : null;
    },
    /** The newest event before this run. */
    beganAfter: (): number => heads[0]?.seq ?? 0,
    /** Events up to this one are older than the run, or were written at least `days` days ago by the monotonic clock. */
    oldUpTo: (days: number): number =>
      heads.findLast((head) => head.monotonicMs <= monotonicMs() - days * DAY_MS)?.seq ?? 0,
  };
}

/**
 * The first two neighbours among the log's rows that a jump lies between, since the date was last confirmed or a jump was last
 * noted. Other programs write to the log too, by whatever clock.
 */
export function firstJump(store: Store): ClockMoved['body'] | null {
  const after = Math.max(
    confirmations(store).at(-1)?.seq ?? 0,
    store.events.newest('clock_moved')?.seq ?? 0,
  );
  const days = MAX_JUMP_MS / DAY_MS;
  const found = store.db.prepare(SQL.neighbours).get({ after, days });
  return neighboursSchema.parse(found) ?? null;
}

/** The clock jumped, and no person has confirmed the date since. Null: the date is not in doubt. */
export function dateInDoubt({ events }: Pick<Store, 'events'>): ClockMoved | null {
  const moved = events.newest('clock_moved');
  if (moved === null) return null;
  const confirmed = confirmations({ events }).at(-1)?.seq ?? 0;
  return confirmed > moved.seq ? null : moved;
}

/**
 * The newest event for which it and all before it are this old, by their own times. An event that has a younger one before it was
 * written by a clock that was set back. A date that a person confirmed is right: all before it is at least that old. What was
 * written between a jump of the clock and that confirmation counts from the confirmation.
 */
export function oldUpTo(store: Store, cutoff: string): number {
  const confirmed = lastConfirmed(store, cutoff);
  const after = confirmed + 1;
  const young = firstBetween(store, cutoff, LAST_TIME, after, Number.MAX_SAFE_INTEGER);
  const doubtful = doubtfulSince(store, confirmed).map((seq) => Math.max(seq, after));
  return Math.min(young ?? store.events.head().seq + 1, ...doubtful) - 1;
}

/** Whether the clock has jumped since the last date that a person had confirmed by then. */
export function isDoubtful(store: Store, cutoff: string): boolean {
  return doubtfulSince(store, lastConfirmed(store, cutoff)).length > 0;
}

function doubtfulSince({ events }: Store, confirmed: number): readonly number[] {
  return events.aboutLog(['clock_moved'], confirmed).flatMap((seq) => {
    const event = events.bySeq(seq);
    return event?.kind === 'clock_moved' ? [event.body.since] : [];
  });
}

/** Who sets how long requisites are kept is shown the date, and confirms it. */
function confirmations({ events }: Pick<Store, 'events'>): readonly EventOf<'retention_set'>[] {
  return events.aboutLog(['retention_set']).flatMap((seq) => {
    const event = events.bySeq(seq);
    return event?.kind === 'retention_set' && event.body.days !== null ? [event] : [];
  });
}

/**
 * The newest event by which a person confirmed a date up to the cutoff; 0 where there is none. A date that was confirmed by
 * mistake does not count: events before it are later, and yet not later than the date confirmed last.
 */
function lastConfirmed(store: Store, cutoff: string): number {
  const all = confirmations(store);
  const lastAt = all.at(-1)?.at ?? '';
  return (
    all.findLast(
      ({ seq, at }) => at <= cutoff && firstBetween(store, at, lastAt, 1, seq - 1) === null,
    )?.seq ?? 0
  );
}

/** The first of these events that was written later than one time and not later than another; null where there is none. */
function firstBetween(
  { db }: Store,
  after: string,
  upTo: string,
  firstSeq: number,
  lastSeq: number,
): number | null {
  const of = createStatements(db);
  return seqSchema.parse(of(SQL.row).pluck().get({ after, upTo, firstSeq, lastSeq })) ?? null;
}
