import type { EntryWrites } from './entryWrites.ts';
import { type Noted, type Source, isOwn } from './source.ts';
import { timesOf } from './times.ts';

export type FillTimes = {
  /** In the order of the log. Gives the place of the request that a callback is about. */
  readonly note: (event: Noted) => number | null;
  readonly forget: () => void;
};

type Open = { readonly seq: number; readonly sentMs: number | null };

/** So many requests are under way at once at most, normally a handful; what is forgotten is looked up. */
const MOST_OPEN = 4096;

/** How long requests took, from all events in order: each is met once, and its request not asked for its events. */
export function createFillTimes(source: Source, entries: EntryWrites): FillTimes {
  const open = new Map<string, Open>();

  function settle(intentId: string, settledMs: number): void {
    const known = open.get(intentId);
    open.delete(intentId);
    const seq = known?.seq ?? source.seqOf(intentId);
    const place = seq === null ? null : entries.placeOf(seq);
    if (place === null) return;
    const sentMs = known === undefined ? source.momentsOf(intentId).sentMs : known.sentMs;
    const timed = entries.timedAt(place);
    const { answer } = timesOf(timed, { sentMs, settledMs, calledMs: null });
    entries.putTimes(place, { ...timed.times, answer });
  }
  function call({ seq, atMs, callback }: Noted, intentId: string): number | null {
    const place = entries.placeOf(open.get(intentId)?.seq ?? source.seqOf(intentId) ?? 0);
    if (place === null || callback === null || !isOwn(callback)) return place;
    const timed = entries.timedAt(place);
    // One that was read again may have come before the one that was the first so far.
    const isReplay = callback.replayOf !== null && callback.replayOf !== seq;
    if (timed.isCalled && !isReplay) return place;
    const calledMs = isReplay ? source.momentsOf(intentId).calledMs : atMs;
    const { callback: code } = timesOf(timed, { sentMs: null, settledMs: null, calledMs });
    entries.putTimes(place, { ...timed.times, callback: code });
    return place;
  }

  return {
    note(event) {
      const { seq, atMs, kind, intentId } = event;
      if (intentId === null) return null;
      switch (kind) {
        case 'prepared':
          if (open.size >= MOST_OPEN) open.clear();
          open.set(intentId, { seq, sentMs: null });
          return null;
        case 'sending': {
          const known = open.get(intentId);
          if (known !== undefined) open.set(intentId, { ...known, sentMs: atMs });
          return null;
        }
        case 'settled':
          settle(intentId, atMs);
          return null;
        case 'callback':
          return call(event, intentId);
        default:
          return null;
      }
    },
    forget: () => open.clear(),
  };
}
