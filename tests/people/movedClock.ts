/** `node --import` this file: the system's clock is a year ahead, as an operator could set it. The monotonic clock is as it was. */
const YEAR_MS = 365 * 24 * 60 * 60_000;
const RealDate = Date;
const now = (): number => RealDate.now() + YEAR_MS;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, key, receiver): unknown =>
    key === 'now' ? now : Reflect.get(target, key, receiver),
});
