import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Flow } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';

/** A merchant's day, as the order pattern writes it. */
export type OrderDay = { readonly year: string; readonly month: string; readonly day: string };

/** Which day it is for a merchant: in the profile's time zone, and before the day's cut still the day before. */
export function orderDayOf(
  now: Date,
  { timeZone, dayCut }: Pick<Profile, 'timeZone' | 'dayCut'>,
): OrderDay {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === null ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  const isBeforeCut = `${of('hour')}:${of('minute')}` < dayCut;
  const day = Number(of('day')) - (isBeforeCut ? 1 : 0);
  return toOrderDay(new Date(Date.UTC(Number(of('year')), Number(of('month')) - 1, day)));
}

/**
 * What numbers are counted by: the parts of the date that the pattern shows. With the date but not the year the counter goes on
 * where it stopped a year ago, so that nothing repeats.
 */
export function orderSeriesOf(pattern: string, { year, month, day }: OrderDay): string {
  return [
    pattern.includes('{year}') ? year : '',
    pattern.includes('{date}') ? `${month}${day}` : '',
  ].join('');
}

/** What counts the numbers of a pattern; null: it has none. Without its letter in the id, both flows number from one counter. */
export function orderCounterOf(
  pattern: string,
  flow: Flow,
  day: OrderDay,
): { readonly flow: Flow; readonly series: string } | null {
  if (!pattern.includes('{counter}')) return null;
  const counted = pattern.includes('{flow}') ? flow : 'create';
  return { flow: counted, series: orderSeriesOf(pattern, day) };
}

/** Every series that some profile may be numbering by at that moment: its own day may be one off. */
export function orderSeriesAround(at: Date): readonly string[] {
  const days = [-1, 0, 1].map((off) => toOrderDay(new Date(at.getTime() + off * 86_400_000)));
  const patterns = ['', '{year}', '{date}', '{year}{date}'];
  return [
    ...new Set(patterns.flatMap((pattern) => days.map((day) => orderSeriesOf(pattern, day)))),
  ];
}

function toOrderDay(utc: Date): OrderDay {
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    year: String(utc.getUTCFullYear()),
    month: two(utc.getUTCMonth() + 1),
    day: two(utc.getUTCDate()),
  };
}

/** More than a desk issues in the time between two backups, two whole batches included. */
const SKIPPED_ORDERS = 200_000;

/** Each as flow, series and the last number that was suggested. */
export const orderCountersSchema = z.array(z.tuple([z.string(), z.string(), z.int()])).readonly();
export type OrderCounters = z.infer<typeof orderCountersSchema>;

export function createOrderCounter(db: Database) {
  const next = db
    .prepare(`
    UPDATE order_counter SET last = max(last, :after) + 1
    WHERE flow = :flow AND day = :series RETURNING last`)
    .pluck();
  const begin = db.prepare(`
    INSERT INTO order_counter (flow, day, last) VALUES (:flow, :series, 0) ON CONFLICT DO NOTHING`);
  const skip = db.prepare('UPDATE order_counter SET last = last + ?');
  return {
    /** For a backup: suggestions leave no event. */
    all: (): OrderCounters =>
      orderCountersSchema.parse(
        db.prepare('SELECT flow, day, last FROM order_counter').raw().all(),
      ),
    /** None goes back. */
    raise(counters: OrderCounters): void {
      const raised = db.prepare(`
        INSERT INTO order_counter (flow, day, last) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`);
      for (const row of counters) raised.run(row);
    },
    /** Past whatever was suggested and used in a part of the log that is missing, in every known series and those of that moment. */
    skip(at: Date): void {
      for (const flow of ['create', 'build'] satisfies Flow[]) {
        for (const series of orderSeriesAround(at)) begin.run({ flow, series });
      }
      skip.run(SKIPPED_ORDERS);
    },
    /** Of the whole desk: two profiles may number for one merchant. */
    next(flow: Flow, series: string, after: number): number {
      const counted: unknown = next.get({ flow, series, after });
      if (counted === undefined) begin.run({ flow, series });
      return z.int().parse(counted ?? next.get({ flow, series, after }));
    },
  };
}
