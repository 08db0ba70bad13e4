/**
 * From when on the sum of what a person has issued is counted: local midnight, or the opening of their shift where that was earlier.
 * So a shift over midnight is one sum, and opening another shift the same day begins none. Midnight follows the system's clock: a clock
 * that is set a day ahead begins a new sum, except in a shift.
 */
export function windowStart(shiftOpenedAt: string | null, at: string): string {
  const start = new Date(at);
  start.setHours(0, 0, 0, 0);
  const midnight = start.toISOString();
  return shiftOpenedAt !== null && shiftOpenedAt < midnight ? shiftOpenedAt : midnight;
}
