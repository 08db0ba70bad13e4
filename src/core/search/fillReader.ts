import { openForReading } from '../log/store/database.ts';
import type { LogPaths } from '../log/store/paths.ts';
import type { Thread } from '../threads/rpc.ts';
import { type IndexRow, entryOf, indexRowOf } from './entry.ts';
import { type Source, createSource } from './source.ts';
import { type Noted, byIntent, isKept } from './story.ts';

/** A part of the log as a first filling takes it in: everything after one event and up to another. */
export type LogPart = {
  readonly upTo: number;
  /** Requests in the order of recording. */
  readonly rows: readonly IndexRow[];
  /** Events that the index keeps something of besides their requests. */
  readonly kept: readonly Noted[];
};

/** Where a first filling begins to read, and the last event that it reads. */
export type FillRange = { readonly after: number; readonly upTo: number };

export type FillReader = {
  /** The part at the beginning of a range; null: it is still being read. */
  readonly next: (range: FillRange) => LogPart | null;
  readonly close: () => void;
};

/** How many of each a part has at most. `ahead`: events read beyond it, for the stories of its requests. */
type PartSizes = { readonly requests: number; readonly events: number; readonly ahead: number };
const SIZES: PartSizes = { requests: 512, events: 16_384, ahead: 8192 };

/**
 * Reads requests and events side by side, each event once and in its order. Most requests have had all of their events soon
 * after the first; those of the others are looked up.
 */
export function createPartReader(
  source: Source,
  sizes: PartSizes = SIZES,
): (range: FillRange) => LogPart {
  let known: FillRange & { readonly events: readonly Noted[] } = { after: 0, upTo: 0, events: [] };

  function eventsIn({ after, upTo }: FillRange): readonly Noted[] {
    const isNext = known.after <= after && after <= known.upTo;
    const from = isNext ? known.upTo : after;
    const ahead = isNext ? known.events.filter(({ seq }) => seq > after) : [];
    known = { after, upTo, events: [...ahead, ...source.eventsBetween(from, upTo)] };
    return known.events;
  }

  return ({ after, upTo }) => {
    const most = Math.min(after + sizes.events, upTo);
    const recorded = source.recorded(after, most, sizes.requests);
    const last = recorded.length < sizes.requests ? undefined : recorded.at(-1);
    const end = last?.seq ?? most;
    const readTo = Math.min(end + sizes.ahead, upTo);
    const events = eventsIn({ after, upTo: readTo });
    const soon = byIntent(events);
    const later = source.eventsOf(
      recorded.flatMap(({ lastSeq, request }) => (lastSeq > readTo ? request.intentId : [])),
    );
    return {
      upTo: end,
      rows: recorded.map(({ seq, lastSeq, request }) => {
        const own = (lastSeq > readTo ? later : soon).get(request.intentId);
        return indexRowOf(entryOf(seq, request, source.storyOf(own)));
      }),
      kept: events.filter((event) => event.seq <= end && isKept(event)),
    };
  };
}

/** Starts the thread that `createFillerApi` serves. */
export type StartFiller = (range: FillRange) => Thread<FillerApi>;

/** Parts that are read before they are asked for, so that neither thread waits while the other does something longer. */
const PARTS_AHEAD = 24;

/**
 * Reads in a thread of its own where one can be started: reading and writing then have a core each. Else, and where that
 * thread ends, the one that writes reads too.
 */
export function createFillReader(source: Source, start: StartFiller | undefined): FillReader {
  const readHere = createPartReader(source);
  let thread: { readonly filler: Thread<FillerApi>; readonly parts: LogPart[] } | null = null;
  let isHere = start === undefined;
  let at = 0;

  function close(): void {
    const closing = thread;
    thread = null;
    void closing?.filler.end();
  }
  async function more(filler: Thread<FillerApi>, parts: LogPart[]): Promise<void> {
    try {
      const part = await filler.call('next');
      if (part !== null) parts.push(part);
    } catch {
      isHere ||= thread?.filler === filler;
    }
  }
  function restart(range: FillRange): void {
    close();
    try {
      if (start === undefined) return;
      const parts: LogPart[] = [];
      const filler = start(range);
      thread = { filler, parts };
      at = range.after;
      for (let part = 0; part < PARTS_AHEAD; part += 1) void more(filler, parts);
    } catch {
      // No more threads can be had.
      isHere = true;
    }
  }
  return {
    next(range) {
      // A part that could not be written is asked for again.
      if (!isHere && (thread === null || at !== range.after)) restart(range);
      if (isHere) return readHere(range);
      const part = thread?.parts.shift();
      if (thread === null || part === undefined) return null;
      void more(thread.filler, thread.parts);
      at = part.upTo;
      if (at === range.upTo) close();
      return part;
    },
    close,
  };
}

type FillerApi = ReturnType<typeof createFillerApi>;

/** The other end: one part after the other; null after the last one. */
export function createFillerApi(paths: LogPaths, { after, upTo }: FillRange) {
  const read = createPartReader(createSource(openForReading(paths.file)));
  let at = after;
  return {
    next(): LogPart | null {
      if (at >= upTo) return null;
      const part = read({ after: at, upTo });
      at = part.upTo;
      return part;
    },
  };
}
