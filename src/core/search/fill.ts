import { note, put } from './feed.ts';
import type { FeedParts } from './feed.ts';
import { beginFilling } from './schema.ts';
import type { Recorded } from './source.ts';
import { type Noted, type Story, isOfStory } from './story.ts';

const REQUESTS_AT_ONCE = 512;
const EVENTS_AT_ONCE = 8192;
/** Nearly all requests have had their last event this many events after their first one. */
const EVENTS_AHEAD = 4096;
/** Each piece of requests is a segment of FTS5, which holds fewer than 2,000 of them. */
const SEGMENTS_TO_MERGE = 1500;
/** Counting many requests at once takes a third of the time. */
const COUNTED_AT_ONCE = 4096;
const FLUSH_EVERY_PIECES = 16;

/** The first filling of the index from a log that is long already, in pieces of some 0.1 s. */
export type Fill = {
  /** The event up to which it goes. */
  readonly upTo: number;
  /** Requests that are in the index by now. */
  readonly size: () => number;
  /** False: everything up to `upTo` is in the index. */
  readonly piece: () => boolean;
  /** `mark` says so in the same transaction. */
  readonly end: (mark: () => void) => void;
  readonly giveUp: () => void;
};

/**
 * Request by request instead of event by event, beside one pass over the events. Requests are read as they are now, which may be
 * later than `upTo`: the events after it, read next, find nothing left to change.
 */
export function startFill(parts: FeedParts, upTo: number): Fill {
  const { source, text } = parts;
  const filling = beginFilling(parts.db);
  const stories = createStoriesAhead(parts);
  let size = 0;
  let counted = 0;
  let after = 0;
  let pieces = 0;
  let segments = 0;
  let merging: 'no' | 'begins' | 'goes on' = 'no';
  text.mergeByItself(false);

  function merge(): void {
    const isMore = text.merge(merging === 'begins');
    merging = isMore ? 'goes on' : 'no';
    if (!isMore) segments = 0;
  }
  function requests(): boolean {
    const recorded = source.recorded(after, upTo, REQUESTS_AT_ONCE);
    const last = recorded.at(-1)?.seq ?? upTo;
    const isScanned = stories.scan(Math.min(upTo, last + EVENTS_AHEAD));
    size += put(parts, size, recorded, stories.of(recorded), true);
    if (recorded.length > 0) segments += 1;
    after = last;
    const isMore = recorded.length > 0 || !isScanned;
    if (!isMore || size - counted >= COUNTED_AT_ONCE) {
      parts.entries.count(counted);
      counted = size;
    }
    return isMore;
  }

  return {
    upTo,
    size: () => size,
    piece() {
      pieces += 1;
      if (pieces % FLUSH_EVERY_PIECES === 0) filling.flushSoon();
      if (merging === 'no' && segments >= SEGMENTS_TO_MERGE) merging = 'begins';
      if (merging !== 'no') {
        merge();
        return true;
      }
      if (requests()) return true;
      if (segments <= 1) return false;
      merging = 'begins';
      return true;
    },
    end(mark) {
      text.mergeByItself(true);
      mark();
      filling.commit();
    },
    giveUp: filling.rollback,
  };
}

/** The events beside the requests, each read once: a request whose last event was read already needs no query of its own. */
function createStoriesAhead(parts: FeedParts): {
  /** Reads on, at most to this event; false: not as far. */
  readonly scan: (to: number) => boolean;
  readonly of: (recorded: ReturnType<FeedParts['source']['recorded']>) => readonly Story[];
} {
  const { source } = parts;
  const told = new Map<string, Noted[]>();
  let scanned = 0;
  function keep(event: Noted): void {
    if (event.intentId === null || !isOfStory(event)) return;
    const before = told.get(event.intentId);
    if (before === undefined) told.set(event.intentId, [event]);
    else before.push(event);
  }
  function storyOf({
    request,
    lastSeq,
  }: Recorded & { readonly lastSeq: number }): Story | undefined {
    const events = told.get(request.intentId) ?? [];
    told.delete(request.intentId);
    if (lastSeq <= scanned) return source.storyFrom(events);
    return source.storiesOf([request.intentId])[0];
  }
  return {
    scan(to) {
      const end = Math.min(to, scanned + EVENTS_AT_ONCE);
      for (const event of source.noted(scanned, end)) {
        note(parts, event);
        keep(event);
      }
      scanned = Math.max(scanned, end);
      return scanned >= to;
    },
    of: (recorded) => recorded.flatMap((one) => storyOf(one) ?? []),
  };
}
