const DAY_MS = 86_400_000;

/** From this moment on, until the next one in the list. */
export type OffsetFrom = { readonly fromMs: number; readonly offsetMin: number };

/**
 * How far a zone's clocks are from UTC between two moments, with the moment of every change. SQLite writes local times from it: it
 * knows no zones, and asking for every row would take longer than everything else. No zone changes its clocks twice in a day.
 */
export function zoneOffsets(
  timeZone: string | null,
  fromMs: number,
  toMs: number,
): readonly OffsetFrom[] {
  const offsetAt = offsetReader(timeZone);
  const found: OffsetFrom[] = [{ fromMs, offsetMin: offsetAt(fromMs) }];
  for (let before = fromMs; before < toMs; before += DAY_MS) {
    const after = Math.min(before + DAY_MS, toMs);
    const last = found.at(-1)?.offsetMin;
    if (offsetAt(after) !== last) {
      const changedMs = firstMs(before, after, (ms) => offsetAt(ms) !== last);
      found.push({ fromMs: changedMs, offsetMin: offsetAt(changedMs) });
    }
  }
  return found;
}

/** `+05:00`. */
export function offsetText(offsetMin: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offsetMin);
  return `${offsetMin < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** In minutes, at a moment. */
export function offsetReader(timeZone: string | null): (ms: number) => number {
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
