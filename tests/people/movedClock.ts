/** `node --import` this file: the system's clock is a year ahead, as an operator could set it. The monotonic clock is as it was. */
const YEAR_MS = 365 * 24 * 60 * 60_000;
const RealDate = Date;

class MovedDate extends RealDate {
  constructor(...given: readonly [] | readonly [string | number | Date]) {
    super(...(given.length === 0 ? ([MovedDate.now()] as const) : given));
  }

  static override now(): number {
    return RealDate.now() + YEAR_MS;
  }
}

Object.assign(globalThis, { Date: MovedDate });
