import {
  type KeyObject,
  createHmac,
  createSecretKey,
  hash as hashOnce,
  timingSafeEqual,
} from 'node:crypto';

import type { EventStore } from '../store/eventStore.ts';

/** What the vault had to say: not yet anything, a key, or that there is none to be had. */
export type KeyInHand =
  | { readonly state: 'not_yet' }
  | { readonly state: 'no_key' }
  | { readonly state: 'key'; readonly key: string };

export type StampedThing = 'anchor' | 'checkpoint' | 'copy' | 'restored';

/** Names a key without giving it away. */
export function epochOf(key: string): string {
  return hashOnce('sha256', `deposit-desk epoch ${key}`, 'hex').slice(0, 16);
}

/** Prepared once: every commit makes a stamp. */
export type StampKey = { readonly epoch: string; readonly hmacKey: KeyObject };
export function stampKeyOf(key: string): StampKey {
  return { epoch: epochOf(key), hmacKey: createSecretKey(key, 'hex') };
}

/** Needs the key: a person who recomputes the whole chain cannot make it. */
export function macOf(
  { hmacKey }: StampKey,
  thing: StampedThing,
  seq: number,
  hash: string,
): string {
  return createHmac('sha256', hmacKey).update(`${thing}|${seq}|${hash}`).digest('hex');
}

export function isMacOf(
  mac: string,
  key: string,
  thing: StampedThing,
  seq: number,
  hash: string,
): boolean {
  const expected = Buffer.from(macOf(stampKeyOf(key), thing, seq, hash), 'hex');
  const given = Buffer.from(mac, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export type HeadStamp = Readonly<Record<'hash' | 'epoch' | 'mac', string>> & {
  readonly seq: number;
};

/** The log's head after each commit while a copy is made: the copy ends at one of them. */
export function createWatchedHeads(events: EventStore) {
  let watched: Map<number, string> | null = null;
  return {
    begin(): void {
      watched = new Map();
    },
    note(): void {
      if (watched === null) return;
      const { seq, hash } = events.head();
      watched.set(seq, hash);
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
