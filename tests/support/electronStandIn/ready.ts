import { inMode } from './modes.ts';

/** Long enough that timers and reads of the disk, begun while the entry is read, end before it. */
const LATE_MS = 400;

let isAppReady = false;
let announce = (): void => undefined;
const becameReady = new Promise<void>((resolve) => {
  announce = resolve;
});

/** As in Electron: a turn of its own, after the whole entry has been read. */
export function becomeReadyLater(before: () => void): void {
  setTimeout(
    () => {
      isAppReady = true;
      before();
      announce();
    },
    inMode('late-ready') ? LATE_MS : 0,
  );
}

export function isReady(): boolean {
  return isAppReady;
}

export function whenReady(): Promise<void> {
  return becameReady;
}

/** Electron's own words, from its sources: each API has others. */
export function needsReady(words: string): void {
  if (!isAppReady) throw new Error(words);
}

export function needsEarly(words: string): void {
  if (isAppReady) throw new Error(words);
}

/** `session.defaultSession`, and with it `protocol.handle`. */
export function needsSession(): void {
  if (!isAppReady) throw new TypeError('Session can only be received when app is ready');
}
