import type { EventStore } from './eventStore.ts';
import type { KeyInHand } from './stamping.ts';
import { macOf, stampKeyOf } from './stamps.ts';

export type HeadStamp = Readonly<Record<'hash' | 'epoch' | 'mac', string>> & {
  readonly seq: number;
};

/** Where the log ended after each commit while a copy is made: it ends at one of them. */
export function createWatchedHeads(events: EventStore) {
  let watched: Map<number, string> | null = null;
  return {
    begin(): void {
      watched = new Map();
    },
    note(): void {
      if (watched === null) return;
      const { seq, hash } = events.head();
      watched.set(seq, Buffer.from(hash).toString('hex'));
    },
    /** Ends the watching. */
    vouchFor(seq: number, key: KeyInHand): HeadStamp | null {
      const hash = watched?.get(seq);
      watched = null;
      if (hash === undefined || key.state !== 'key') return null;
      const stampKey = stampKeyOf(key.key);
      return { seq, hash, epoch: stampKey.epoch, mac: macOf(stampKey, 'copy', seq, hash) };
    },
  };
}
