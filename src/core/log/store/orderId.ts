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
