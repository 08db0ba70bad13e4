import type { MessageLanguage } from '../template.ts';
import { CITIES } from './cities.ts';

type Span = { readonly from: string; readonly until: string };
type Clock = { readonly timeZone: string; readonly language: MessageLanguage };

/**
 * "15:40 (Tashkent, UTC+5)": the customer's clock may be in another zone than the merchant's. Put together by hand, since not
 * every machine knows Tajik, and one that does not would answer in a language of its own. Seconds are dropped: sooner is safe.
 */
export function validUntilText({ from, until }: Span, clock: Clock): string {
  const start = partsOf(new Date(from), clock.timeZone);
  const end = partsOf(new Date(until), clock.timeZone);
  const isSameDay = (['day', 'month', 'year'] as const).every((part) => start[part] === end[part]);
  const time = `${end.hour}:${end.minute}`;
  const moment = isSameDay ? time : `${end.day}.${end.month}.${end.year} ${time}`;
  return `${moment} (${zoneText(new Date(until), clock)})`;
}

function zoneText(at: Date, { timeZone, language }: Clock): string {
  const offset = offsetText(at, timeZone);
  // Etc/GMT-5 and UTC are no places.
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return offset;
  const city = CITIES[timeZone]?.[language] ?? timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return `${city ?? timeZone}, ${offset}`;
}

/** UTC, UTC+5, UTC+5:30 */
function offsetText(at: Date, timeZone: string): string {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const match = /(?<sign>[+-])0?(?<hours>[0-9]+):(?<minutes>[0-9]{2})/u.exec(name ?? '');
  const { sign, hours, minutes } = match?.groups ?? {};
  if (sign === undefined || (hours === '0' && minutes === '00')) return 'UTC';
  return `UTC${sign}${hours}${minutes === undefined || minutes === '00' ? '' : `:${minutes}`}`;
}

type Parts = Readonly<Record<'day' | 'month' | 'year' | 'hour' | 'minute', string>>;

function partsOf(at: Date, timeZone: string): Parts {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (name: keyof Parts): string => parts.find(({ type }) => type === name)?.value ?? '';
  return {
    day: of('day'),
    month: of('month'),
    year: of('year'),
    hour: of('hour'),
    minute: of('minute'),
  };
}
