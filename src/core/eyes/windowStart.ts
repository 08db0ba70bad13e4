/**
 * From when on the sum of what a person has issued is counted: local midnight. One function, so that it can be pointed at the
 * person's shift. It follows the system's clock: a clock that is set a day ahead begins a new sum.
 */
export function windowStart(_personId: string | undefined, at: string): string {
  const start = new Date(at);
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}
