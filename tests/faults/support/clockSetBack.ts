/** Loaded into a desk before everything else: its clock on the wall is two days behind what it was for the desk before. */
const BEHIND_MS = 2 * 24 * 60 * 60 * 1000;

const readClock = Date.now;
const behind = (): number => readClock() - BEHIND_MS;

globalThis.Date = new Proxy(Date, {
  construct(target, args: [] | ConstructorParameters<typeof Date>) {
    return args.length === 0 ? new target(behind()) : new target(...args);
  },
});
globalThis.Date.now = behind;
