const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Times = {
  readonly utc: (ms: number) => string;
  /** As the clocks of the zone show it. */
  readonly local: (ms: number) => string;
};

/**
 * Times as RFC 3339 writes them, with the blank that it allows. A date is written once for all times of its day, because
 * `toISOString` takes seven times as long. Null: this machine's zone.
 */
export function createTimes(timeZone: string | null): Times {
  const offsetAt = offsetReader(timeZone);
  const dates = new Map<number, string>();
  const written = (ms: number, zone: string): string => {
    const day = Math.floor(ms / DAY_MS);
    const date = dates.get(day) ?? new Date(day * DAY_MS).toISOString().slice(0, 10);
    dates.set(day, date);
    const ofDay = ms - day * DAY_MS;
    const [hours, minutes] = [Math.floor(ofDay / HOUR_MS), Math.floor(ofDay / MINUTE_MS) % 60];
    const seconds = `${two(Math.floor(ofDay / 1000) % 60)}.${String(ofDay % 1000).padStart(3, '0')}`;
    return `${date} ${two(hours)}:${two(minutes)}:${seconds}${zone}`;
  };
  return {
    utc: (ms) => written(ms, 'Z'),
    local(ms) {
      const offsetMin = offsetAt(ms);
      return written(ms + offsetMin * MINUTE_MS, offsetText(offsetMin));
    },
  };
}

/** `+05:00`. */
export function offsetText(offsetMin: number): string {
  const minutes = Math.abs(offsetMin);
  return `${offsetMin < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** The offsets of a day of UTC, before and after the moment when the zone's clocks are turned. */
type Day = { readonly before: number; readonly after: number; readonly turnedMs: number };

/**
 * How many minutes a zone's clocks are from UTC at a moment. Intl is asked once for each day: asking for every row of an export
 * would take longer than everything else. No zone turns its clocks twice in a day.
 */
export function offsetReader(timeZone: string | null): (ms: number) => number {
  const askedAt = offsetAsker(timeZone);
  const days = new Map<number, Day>();
  return (ms) => {
    const nth = Math.floor(ms / DAY_MS);
    const day = days.get(nth) ?? dayOf(nth * DAY_MS, askedAt);
    days.set(nth, day);
    return ms < day.turnedMs ? day.before : day.after;
  };
}

function dayOf(startMs: number, offsetAt: (ms: number) => number): Day {
  const endMs = startMs + DAY_MS;
  const [before, after] = [offsetAt(startMs), offsetAt(endMs)];
  const turnedMs =
    before === after ? endMs : firstMs(startMs, endMs, (ms) => offsetAt(ms) !== before);
  return { before, after, turnedMs };
}

function offsetAsker(timeZone: string | null): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === null ? {} : { timeZone }),
    timeZoneName: 'longOffset',
  });
  return (ms) => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const parts = /^GMT(?<sign>[+-])(?<hours>\d{2}):(?<minutes>\d{2})/u.exec(name)?.groups;
    if (parts === undefined) return 0;
    const minutes = Number(parts['hours']) * 60 + Number(parts['minutes']);
    return parts['sign'] === '-' ? -minutes : minutes;
  };
}

function firstMs(before: number, after: number, isPast: (ms: number) => boolean): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isPast(middle)) high = middle;
    else low = middle;
  }
  return high;
}
