import type { Language, Say } from '../i18n/i18n.ts';
import { dateLocale } from './numbers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

export function agoText(at: string, nowMs: number, say: Say): string {
  const passedMs = Math.max(0, nowMs - Date.parse(at));
  if (passedMs < MINUTE_MS) return say('time.now');
  if (passedMs < HOUR_MS) return say('time.minutes', { count: Math.floor(passedMs / MINUTE_MS) });
  if (passedMs < DAY_MS) return say('time.hours', { count: Math.floor(passedMs / HOUR_MS) });
  return say('time.days', { count: Math.floor(passedMs / DAY_MS) });
}

const SECONDS_SHOWN_MS = 2 * MINUTE_MS;

/** The same for limits, which bind for a minute: just after it the seconds say that they only warn by now. */
export function limitsAgoText(at: string, nowMs: number, say: Say): string {
  const passedMs = nowMs - Date.parse(at);
  return passedMs >= MINUTE_MS && passedMs < SECONDS_SHOWN_MS
    ? say('time.secondsAgo', { count: Math.floor(passedMs / 1000) })
    : agoText(at, nowMs, say);
}

/** "3 h 12 min": for how long it has been waiting. */
export function ageText(since: string, nowMs: number, say: Say): string {
  const all = Math.max(0, Math.floor((nowMs - Date.parse(since)) / MINUTE_MS));
  if (all < 1) return say('overview.age.now');
  if (all < HOUR_MIN) return say('overview.age.minutes', { minutes: all });
  const hours = Math.floor(all / HOUR_MIN);
  if (all < DAY_MIN) return say('overview.age.hours', { hours, minutes: all % HOUR_MIN });
  return say('overview.age.days', { days: Math.floor(all / DAY_MIN), hours: hours % 24 });
}

export function secondsSince(at: string, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(at)) / 1000));
}

/** 12:41 */
export function clockText(at: string): string {
  return timeOfDay(new Date(at)).slice(0, 5);
}

/** 12:29:07.412 */
export function preciseClockText(at: string): string {
  return timeOfDay(new Date(at));
}

export type RowTimes = {
  /** `12:29:07.412` today, `15 Nov 12:29` this year, `15 Nov 2025` before that: about equally long. */
  readonly short: (at: string) => string;
  /** The whole of it, with the zone, for a tooltip. */
  readonly full: (at: string) => string;
};

/** Made once for a whole table: making a formatter takes longer than drawing a row. */
export function rowTimes(language: Language, nowMs: number): RowTimes {
  const now = new Date(nowMs);
  const day = new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'short' });
  const full = fullTime(language);
  return {
    short(at) {
      const date = new Date(at);
      if (date.toDateString() === now.toDateString()) return preciseClockText(at);
      const year = date.getFullYear();
      return `${day.format(date)} ${year === now.getFullYear() ? clockText(at) : year}`;
    },
    full: (at) => full.format(new Date(at)),
  };
}

/** 15 Nov 2026, 12:41:07: enough to tell one backup from another. */
export function dayTimeText(at: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(at));
}

/** 15 Nov, 12:41 */
export function shortTimeText(at: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));
}

/** 15 November 2026 */
export function dayText(at: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'long',
  }).format(new Date(at));
}

/** The whole of it, with the zone, for a tooltip. */
export function fullTimeText(at: string, language: Language): string {
  return fullTime(language).format(new Date(at));
}

function fullTime(language: Language): Intl.DateTimeFormat {
  const style = { dateStyle: 'long', timeStyle: 'long' } as const;
  return new Intl.DateTimeFormat(dateLocale(language), style);
}

type Moments = { readonly from: string; readonly to: string };

/** "15 Nov, 12:00–13:00", by the merchant's clock; the day again where it is another one, the year where it is not this one. */
export function betweenText(
  { from, to }: Moments,
  language: Language,
  timeZone: string | null,
  nowMs: number,
): string {
  const [start, end] = [new Date(from), new Date(to)];
  const isThisYear = start.getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === null ? {} : { timeZone }),
  }).formatRange(start, end);
}

function timeOfDay(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
