import { CONTRADICTED_BIT } from './attention.ts';
import type { EntryWrites } from './entryWrites.ts';
import type { Source } from './source.ts';
import { type Noted, isContradicting, isOwn } from './sourceEvents.ts';
import { timesOf } from './times.ts';

export type FillTimes = {
  /** In the order of the log. */
  readonly note: (event: Noted) => void;
  readonly forget: () => void;
};

type Open = { readonly seq: number; readonly sentMs: number | null };

/** So many requests are under way at once at most, normally a handful; what is forgotten is looked up. */
const MOST_OPEN = 4096;

/**
 * What requests do not keep, from all events in order: how long they took, and whether a callback contradicts one. Each event
 * is met once, and its request not asked for its events.
 */
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
  function call({ atMs, callback }: Noted, intentId: string): void {
    const place = entries.placeOf(open.get(intentId)?.seq ?? source.seqOf(intentId) ?? 0);
    if (place === null || callback === null) return;
    const timed = entries.timedAt(place);
    // What was read again takes the place of what it was taken for before: all of them are looked at once more.
    const isReplay = callback.replayOf !== null;
    if (isReplay)
      entries.setAttention(place, CONTRADICTED_BIT, source.factsOf(intentId).isContradicted);
    else if (isContradicting(callback)) entries.setAttention(place, CONTRADICTED_BIT, true);
    if (!isReplay && (timed.isCalled || !isOwn(callback))) return;
    const calledMs = isReplay ? source.momentsOf(intentId).calledMs : atMs;
    const { callback: code } = timesOf(timed, { sentMs: null, settledMs: null, calledMs });
    entries.putTimes(place, { ...timed.times, callback: code });
  }

  return {
    note(event) {
      const { seq, atMs, kind, intentId } = event;
      if (intentId === null) return;
      const known = open.get(intentId);
      switch (kind) {
        case 'prepared':
          if (open.size >= MOST_OPEN) open.clear();
          open.set(intentId, { seq, sentMs: null });
          break;
        case 'sending':
          if (known !== undefined) open.set(intentId, { ...known, sentMs: atMs });
          break;
        case 'settled':
          settle(intentId, atMs);
          break;
        case 'callback':
          call(event, intentId);
          break;
        default:
      }
    },
    forget: () => open.clear(),
  };
}
