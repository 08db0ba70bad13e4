import type { EventRange } from '#shared/domain/logHealth.ts';

import {
  type Anchor,
  type AnchorStamp,
  type AnchorWriter,
  contradicting,
  furthest,
  grewWithoutKey,
  isBehind,
  isForged,
  isStampedIn,
  openAnchor,
  unstampedTail,
} from './anchor.ts';
import type { EventStore } from '../store/eventStore.ts';
import {
  type KeyInHand,
  type StampKey,
  createWatchedHeads,
  epochOf,
  macOf,
  stampKeyOf,
} from './stamps.ts';

const CHECKPOINT_EVERY = 1000;

export type Stamping = ReturnType<typeof createStamping>;

/**
 * Keyed checkpoints in the log and the keyed anchor outside it. An anchor that contradicts the log is left as it is: writing
 * over it would vouch for events that another person put there.
 */
export function createStamping(file: string, found: Anchor, events: EventStore) {
  let inHand: KeyInHand = { state: 'not_yet' };
  let stampKey: StampKey | null = null;
  let isContradicted = contradicting(found, events, events.head().seq) !== null;
  const missing = createMissingNote(found, events);
  const epochs = createEpochs(found, events);
  const checkpoints = createCheckpoints(events);
  const heads = createWatchedHeads(events);
  const anchoring = createAnchoring(file, events, stampOf);

  function stampOf(seq: number, hash: string): AnchorStamp {
    if (inHand.state !== 'key') return { by: 'nobody', why: inHand.state };
    stampKey ??= stampKeyOf(inHand.key);
    const { epoch } = stampKey;
    return { by: 'key', epoch, mac: macOf(stampKey, 'anchor', seq, hash) };
  }

  /** What was wrong with the anchor as it was found. A new one over a log that does not say so would hide it. */
  function writeAnchor(at: string): void {
    if (isContradicted || !missing.isOnRecord()) return;
    const isTailOnRecord = epochs.isTailOnRecord();
    if (inHand.state === 'key' && !isTailOnRecord) return;
    if (isTailOnRecord) heads.note();
    anchoring.write(at);
  }

  return {
    /** Between transactions. Where this key did not stamp the log so far, the next commit begins an epoch of it. */
    useKey(key: KeyInHand, at: string): void {
      inHand = key;
      stampKey = null;
      epochs.forget();
      // What the key vouches for is more than what is known without it: said again even where nothing was written since.
      anchoring.again();
      if (key.state !== 'key') return;
      isContradicted ||= isForged(found, key.key);
      const begins = epochs.beginning(key.key);
      // Before its epoch is in the log: a desk killed between the two must not find an epoch without an anchor. Where another
      // epoch is in force, or the log grew without the key, the anchor as it is has yet to say so to the next start.
      if (begins === 'restored' || (begins !== null && events.newest('epoch') === null)) {
        writeAnchor(at);
      }
    },
    /** Inside a transaction, after its events. */
    checkpoint(at: string): void {
      if (inHand.state === 'key') epochs.begin(inHand.key, at);
      missing.note(at, inHand);
      // A checkpoint proves the events before it, also to a later restore: never events that another person put there.
      if (inHand.state !== 'key' || isContradicted) return;
      stampKey ??= stampKeyOf(inHand.key);
      checkpoints.append(stampKey, at);
    },
    /** After the commit. */
    anchor: writeAnchor,
    forget(): void {
      epochs.forget();
      checkpoints.forget();
      missing.forget();
    },
    /** From now on it remembers where the log ended after each commit: a copy being made ends at one of them. */
    watchHeads(): void {
      heads.begin();
      const isSaid = missing.isOnRecord() && epochs.isTailOnRecord();
      if (isSaid && !isContradicted) heads.note();
    },
    /** The key's word that the log has once ended there, as far as it was watched. Ends the watching. */
    vouchFor: (seq: number) => (isContradicted ? null : heads.vouchFor(seq, inHand)),
    /** While no call waits, so that after a power cut the anchor is not far behind. */
    flush: anchoring.flush,
    close: anchoring.close,
  };
}

function createAnchoring(
  file: string,
  events: EventStore,
  stampOf: (seq: number, hash: string) => AnchorStamp,
) {
  let writer: AnchorWriter | null = null;
  let anchoredSeq = 0;
  return {
    write(at: string): void {
      const { seq, hash } = events.head();
      if (seq === 0 || seq === anchoredSeq) return;
      try {
        writer ??= openAnchor(file);
        writer.write({ seq, hash, at, stamp: stampOf(seq, hash) });
        anchoredSeq = seq;
      } catch {
        // A disk that refuses: the anchor may lag behind the log, and the next commit tries again.
      }
    },
    /** Also where nothing was written since. */
    again(): void {
      anchoredSeq = 0;
    },
    flush: (): void => writer?.flush(),
    close: (): void => writer?.close(),
  };
}

function createEpochs(found: Anchor, events: EventStore) {
  const wasEmpty = events.head().seq === 0;
  const tail = unstampedTail(found, events);
  let isTailOnRecord = tail === null;
  let isChecked = false;
  const beginning = (key: string) => epochBeginning(key, found, events, { wasEmpty, tail });
  return {
    /** Why the key begins one; null: it goes on with its own. */
    beginning,
    /** Inside a transaction. */
    begin(key: string, at: string): void {
      if (isChecked) return;
      isChecked = true;
      const reason = beginning(key);
      if (reason === null) return;
      const body = { epoch: epochOf(key), reason };
      const isOfTail = reason === 'resumed' && tail !== null;
      events.append({ kind: 'epoch', body: isOfTail ? { ...body, unstamped: tail } : body }, at);
    },
    /** After the commit. */
    isTailOnRecord(): boolean {
      isTailOnRecord ||= tail !== null && (events.newest('epoch')?.seq ?? 0) > tail.toSeq;
      return isTailOnRecord;
    },
    /** Another key, or a rollback. */
    forget(): void {
      isChecked = false;
    },
  };
}

function createCheckpoints(events: EventStore) {
  let last: number | null = null;
  return {
    /** Inside a transaction; only where enough was written since the last one. */
    append(stampKey: StampKey, at: string): void {
      last ??= events.newest('checkpoint')?.seq ?? 0;
      const { seq, hash } = events.head();
      if (seq - last < CHECKPOINT_EVERY - 1) return;
      const mac = macOf(stampKey, 'checkpoint', seq, hash);
      const body = { epoch: stampKey.epoch, ofSeq: seq, mac };
      last = events.append({ kind: 'checkpoint', body }, at).seq;
    },
    forget(): void {
      last = null;
    },
  };
}

type Lack = 'nothing' | 'not_stamped' | 'behind';

/**
 * What is wrong with the anchor of a log that has been stamped, which has a keyed one from then on: an older copy of it vouches
 * for no event after it. Only a restore takes it out of force, until the key begins its next epoch.
 */
function lackOf(found: Anchor, events: EventStore): Lack | null {
  const last = events.newest('epoch');
  if (last === null) return null;
  const head = events.head().seq;
  if (isStampedIn(found, last.body.epoch)) {
    return isBehind(found, head) ? 'behind' : null;
  }
  // Killed before the first anchor of a log with nothing else in it: there is nothing that one could vouch for.
  if ((last.seq === 1 && head === 1) || isRestoredSince(last.seq, events)) return null;
  return furthest(found) === null ? 'nothing' : 'not_stamped';
}

/**
 * Killed after another key began its epoch and before its first anchor: the one of the key before it is still there. Gives the epoch
 * of that key: a person without the key can write such an event too, and only the key itself tells the one from the other.
 */
function epochJustBegun(found: Anchor, events: EventStore): string | null {
  const last = events.newest('epoch');
  if (last === null) return null;
  const before = events.newest('epoch', last.seq - 1);
  const head = events.head().seq;
  const isOfTheOneBefore = before !== null && isStampedIn(found, before.body.epoch);
  // With its epoch a commit may bring a checkpoint.
  return isOfTheOneBefore && head - last.seq <= 1 && !isBehind(found, head)
    ? last.body.epoch
    : null;
}

function isRestoredSince(seq: number, events: EventStore): boolean {
  return (events.newest('restored')?.seq ?? 0) > seq;
}

/** Says once per opening that the anchor was missing; not again where nothing was written since the last time. */
function createMissingNote(anchor: Anchor, events: EventStore) {
  const found = lackOf(anchor, events);
  const justBegun = found === null ? null : epochJustBegun(anchor, events);
  let state: 'to_be_noted' | 'noted' | 'on_record' = found === null ? 'on_record' : 'to_be_noted';
  return {
    /** Inside a transaction. */
    note(at: string, key: KeyInHand): void {
      if (found === null || state !== 'to_be_noted') return;
      if (justBegun !== null && key.state === 'not_yet') return;
      if (justBegun !== null && key.state === 'key' && epochOf(key.key) === justBegun) {
        state = 'on_record';
        return;
      }
      state = 'noted';
      if (events.newest('anchor_missing')?.seq === events.head().seq) return;
      events.append({ kind: 'anchor_missing', body: { found } }, at);
    },
    /** After the commit. A new anchor over a log that does not say that the old one was gone would hide it. */
    isOnRecord(): boolean {
      if (state === 'noted') state = 'on_record';
      return state === 'on_record';
    },
    /** After a rollback. */
    forget(): void {
      if (state === 'noted') state = 'to_be_noted';
    },
  };
}

function epochBeginning(
  key: string,
  found: Anchor,
  events: EventStore,
  { wasEmpty, tail }: { readonly wasEmpty: boolean; readonly tail: EventRange | null },
): 'first' | 'key_lost' | 'without_key' | 'restored' | 'resumed' | null {
  const last = events.newest('epoch');
  if (last === null) return wasEmpty ? 'first' : 'without_key';
  if (last.body.epoch !== epochOf(key)) return 'key_lost';
  if (grewWithoutKey(found, last.seq)) return 'without_key';
  if (isRestoredSince(last.seq, events)) return 'restored';
  return tail !== null && last.seq <= tail.toSeq ? 'resumed' : null;
}
