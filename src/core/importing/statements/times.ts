import { offsetReader } from '../../exports/times.ts';

type Order = 'day_first' | 'month_first';
/** `order`: of `03/04/2026`; null: no date of the column proves one. */
export type TimeRules = {
  readonly order: Order | null;
  readonly toUtc: (localMs: number) => number;
};
type ReadTime =
  | { readonly ms: number }
  | { readonly problem: 'missing' | 'malformed' | 'ambiguous' };

const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap])\.?m\.?)?`;
const ZONE = String.raw`(?:\s*(?<zone>Z|(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|MSK|МСК))?`;
const ISO = new RegExp(
  String.raw`^(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})[T\s]+${CLOCK}${ZONE}$`,
  'iu',
);
const TURNED = new RegExp(
  String.raw`^(?<one>\d{1,2})(?<mark>[-./])(?<two>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})[,T\s]+${CLOCK}${ZONE}$`,
  'iu',
);
const SECONDS = /^\d{10}$/u;
const MILLISECONDS = /^\d{13}$/u;
const LONGEST = 40;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MOSCOW_MIN = 180;
/** Before it there are no requests, and `Date.UTC` takes the year 26 for 1926. */
const FIRST_YEAR = 1970;

/** Which of `16/11/2026` and `11/16/2026` a column writes, by the dates that can be read in one way alone. */
export function createDateOrder() {
  const proven = new Set<Order>();
  return {
    add(text: string): void {
      const { one, two, mark } = TURNED.exec(text.trim().slice(0, LONGEST))?.groups ?? {};
      if (mark === undefined || mark === '.') return;
      if (Number(one) > 12) proven.add('day_first');
      if (Number(two) > 12) proven.add('month_first');
    },
    end: (): Order | null => (proven.size === 1 ? ([...proven][0] ?? null) : null),
  };
}

/** Wall clocks of a zone. */
export function createZone(timeZone: string): TimeRules['toUtc'] {
  const read = offsetReader(timeZone);
  const offsetAt = (ms: number): number => read(ms) * MINUTE_MS;
  // The second look is for the hours around a change of clocks.
  return (localMs) => localMs - offsetAt(localMs - offsetAt(localMs));
}

/** A date without a time of day is no time: lists are compared by the minute. */
export function readTime(cell: string, { order, toUtc }: TimeRules): ReadTime {
  const text = cell.trim();
  if (text === '') return { problem: 'missing' };
  if (SECONDS.test(text)) return { ms: Number(text) * 1000 };
  if (MILLISECONDS.test(text)) return { ms: Number(text) };
  if (text.length > LONGEST) return { problem: 'malformed' };
  const iso = ISO.exec(text)?.groups;
  const parts = iso ?? turnedIn(text, order);
  if (parts === null) return { problem: 'malformed' };
  if (parts === 'ambiguous') return { problem: 'ambiguous' };
  const localMs = localTime(parts);
  if (localMs === null) return { problem: 'malformed' };
  const offsetMin = offsetIn(parts['zone']);
  return { ms: offsetMin === null ? toUtc(localMs) : localMs - offsetMin * MINUTE_MS };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** With full stops the day stands first everywhere. */
function turnedIn(text: string, order: Order | null): Groups | 'ambiguous' | null {
  const groups = TURNED.exec(text)?.groups;
  if (groups === undefined) return null;
  const written = groups['mark'] === '.' ? 'day_first' : order;
  const [one, two] = [groups['one'], groups['two']];
  if (written === null && one !== two) return 'ambiguous';
  const [day, month] = written === 'month_first' ? [two, one] : [one, two];
  const year = groups['year'] ?? '';
  return { ...groups, day, month, year: year.length === 2 ? `20${year}` : year };
}

/** As if the clock were in UTC; null where there is no such moment. */
function localTime(parts: Groups): number | null {
  const of = (name: string): number => Number(parts[name] ?? 0);
  const hour = hourOf(of('hour'), parts['half']);
  const milliseconds = Number((parts['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  const day = Date.UTC(of('year'), of('month') - 1, of('day'));
  const back = new Date(day);
  const isDay = back.getUTCMonth() === of('month') - 1 && back.getUTCDate() === of('day');
  if (of('year') < FIRST_YEAR) return null;
  if (!isDay || hour === null || hour > 23 || of('minute') > 59 || of('second') > 59) return null;
  return day + hour * HOUR_MS + of('minute') * MINUTE_MS + of('second') * 1000 + milliseconds;
}

/** 12 AM is midnight, 12 PM is noon. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** In minutes east of Greenwich; null: the time has no zone. */
function offsetIn(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (/^(?:MSK|МСК)$/iu.test(zone)) return MOSCOW_MIN;
  const { sign, hours, minutes } =
    /(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?$/u.exec(zone)?.groups ?? {};
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -offset : offset;
}
