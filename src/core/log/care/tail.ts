import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { EventRange } from '#shared/domain/logHealth.ts';

import { type ChainPoint, type WholeLink, checkChain } from '../store/chain.ts';
import { eventOf } from '../store/eventStore.ts';
import type { LogEvent } from '../store/events.ts';
import type { LogPaths } from '../store/paths.ts';
import { SCHEMA } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type Anchor, contradicting } from './anchor.ts';
import { type LogEnd, replay } from './restorable.ts';
import { readHeader, writeSegment } from './segmentFile.ts';

/**
 * The newest events of this desk as the team's server has them, where the log lacks them. They are kept as segments, as a backup has
 * them, until they are in the log; what is left of a kill is never used, because the next tail begins with an empty folder.
 */

const NUMBER_LETTERS = 8;

function folderOf({ file }: LogPaths): string {
  return `${file}.tail`;
}

export function clearTail(paths: LogPaths): void {
  rmSync(folderOf(paths), { recursive: true, force: true });
}

/** `not_whole`: an event without its body, or one whose rows only the desk has. `broken`: not the next links of the chain. */
export type TailFault = 'not_whole' | 'broken';

/** Takes pages of events in order, each of which must follow the one before. */
export function createTailWriter(paths: LogPaths, after: LogEnd) {
  let last: ChainPoint | null = after.hash === null ? null : { seq: after.seq, hash: after.hash };
  let pages = 0;
  /** Without a body, and named as erased by no event so far. */
  const bare = new Set<number>();

  return {
    add(links: readonly WholeLink[]): TailFault | null {
      const [first, end] = [links[0], links.at(-1)];
      if (first === undefined || end === undefined) return null;
      const before = last ?? { seq: after.seq, hash: first.previous };
      if (isBroken(links, before)) return 'broken';
      for (const link of links) {
        if (link.kind === 'batch_planned' || link.kind === 'statement_rows') return 'not_whole';
        if (link.salted === null) bare.add(link.seq);
        else for (const seq of erasedBy(link)) bare.delete(seq);
      }
      if (pages === 0) mkdirSync(folderOf(paths), { mode: 0o700 });
      pages += 1;
      const name = `${String(pages).padStart(NUMBER_LETTERS, '0')}.segment`;
      const about = { format: 1, schema: SCHEMA, generation: 0, requests: 0 } as const;
      const place = { after: before, last: { seq: end.seq, hash: end.hash } };
      const header = { ...about, ...place, lastRequestAt: null };
      writeSegment(join(folderOf(paths), name), header, [], links);
      last = place.last;
      return null;
    },
    /** Null: every event can be put in the log. */
    end: (): TailFault | null => (bare.size > 0 ? 'not_whole' : null),
  };
}

/** A body that is no JSON breaks the chain too: what its column says of the request cannot be compared. */
function isBroken(links: readonly WholeLink[], before: ChainPoint): boolean {
  try {
    return checkChain(links, before) !== null;
  } catch {
    return true;
  }
}

const ERASING: ReadonlySet<string> = new Set<LogEvent['kind']>([
  'requisites_erased',
  'callbacks_erased',
  'texts_erased',
]);

/** Events whose bodies this one names as erased. */
export function erasedBy(link: WholeLink): readonly number[] {
  if (!ERASING.has(link.kind)) return [];
  const event = eventOf(link);
  switch (event?.kind) {
    case 'requisites_erased':
    case 'callbacks_erased':
    case 'texts_erased':
      return event.body.events;
    default:
      return [];
  }
}

/** They say who may do what at this desk. */
const ABOUT_RIGHTS: ReadonlySet<string> = new Set<LogEvent['kind']>([
  'person_added',
  'person_changed',
  'person_unlocked',
  'pin_set',
  'people_rules',
  'people_ended',
  'supervisor_code',
  'eyes_rules',
]);

/**
 * Throws where the tail gives a person rights that this desk's key has not vouched for. The chain has no key: a person who has the
 * desk's password at the server, or the server itself, can make up events that follow it.
 */
export function refuseUnprovenRights(store: Store, tail: EventRange, upTo: number | null): void {
  const from = Math.max(tail.fromSeq - 1, upTo ?? 0);
  for (const { seq, kind } of store.events.written(from, tail.toSeq)) {
    if (ABOUT_RIGHTS.has(kind)) throw new Error(`event ${seq} (${kind}) of the tail is not proven`);
  }
}

/**
 * Appends the tail that was fetched, as it was written, with the rows that follow from it; null: there is none. Inside a transaction.
 * Throws where the tail does not follow the log, or leads to another chain than the anchor knows.
 */
export function replayTail(store: Store, paths: LogPaths, anchor: Anchor): EventRange | null {
  const folder = folderOf(paths);
  const pages = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  if (pages.length === 0) return null;
  const { events, projection } = store;
  const fromSeq = events.head().seq + 1;
  for (const page of pages) {
    const file = join(folder, page);
    const { after } = readHeader(file);
    const { seq, hash } = events.head();
    if (after.seq !== seq || after.hash !== hash) {
      throw new Error(`the tail follows event ${after.seq}, the log ends at ${seq}`);
    }
    replay(store, file, () => undefined);
  }
  projection.erasing.forgetCleaning();
  const { seq: toSeq } = events.head();
  const other = contradicting(anchor, events, toSeq);
  if (other !== null) throw new Error(`the anchor knows another event ${other.seq} than the tail`);
  return { fromSeq, toSeq };
}
