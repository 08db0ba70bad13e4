/** What a clock on the wall of a zone shows, as the box for a day and a time has it: `2026-11-15T14:02`. */
export function wallTime(ms: number, timeZone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/u;

/** The moment at which that clock shows this; null: no such time was typed. */
export function momentOf(wall: string, timeZone: string): string | null {
  const localMs = WALL_TIME.test(wall) ? Date.parse(`${wall}:00.000Z`) : Number.NaN;
  if (Number.isNaN(localMs)) return null;
  const offsetAt = (ms: number): number => Date.parse(`${wallTime(ms, timeZone)}:00.000Z`) - ms;
  // The second look is for the hours around a change of clocks.
  return new Date(localMs - offsetAt(localMs - offsetAt(localMs))).toISOString();
}
