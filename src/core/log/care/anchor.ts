import { hash as hashOnce } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

import { z } from 'zod';

import { timestampSchema } from '#shared/domain/ids.ts';
import type { EventRange } from '#shared/domain/logHealth.ts';

import { makePrivateFile } from '../../files/dataDir.ts';
import type { EventStore } from '../store/eventStore.ts';
import { epochOf, isMacOf } from './stamps.ts';

const recordSchema = z.strictObject({
  /** Counts writes: after a restore the seq goes back. */
  turn: z.int().nonnegative(),
  seq: z.int().positive(),
  hash: z.string(),
  at: timestampSchema,
  stamp: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('key'), epoch: z.string(), mac: z.string() }),
    /** The vault had not answered yet; or it had, and there was no key. */
    z.strictObject({ by: z.literal('nobody'), why: z.enum(['not_yet', 'no_key']) }),
  ]),
});
export type AnchorRecord = Readonly<z.infer<typeof recordSchema>>;
export type AnchorStamp = AnchorRecord['stamp'];

/** The newest record of each sort. An unkeyed one never overwrites what the key has vouched for. */
export type Anchor = { readonly keyed: AnchorRecord | null; readonly unkeyed: AnchorRecord | null };

const SLOT_BYTES = 512;
const SLOTS_PER_SORT = 2;

/** Two slots per sort, written in turn: a torn write leaves the one before. Unreadable slots count as not there. */
export function readAnchor(file: string): Anchor {
  const records = readRecords(file);
  return {
    keyed: records.find(({ stamp }) => stamp.by === 'key') ?? null,
    unkeyed: records.find(({ stamp }) => stamp.by === 'nobody') ?? null,
  };
}

type KeyedRecord = AnchorRecord & { readonly stamp: Extract<AnchorStamp, { by: 'key' }> };

/** The one before the newest too: it may be what a copy of the log ends with. */
export function readKeyedRecords(file: string): readonly KeyedRecord[] {
  return readRecords(file).flatMap(({ stamp, ...record }) =>
    stamp.by === 'key' ? { ...record, stamp } : [],
  );
}

/** Newest first. */
function readRecords(file: string): readonly AnchorRecord[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return [];
  }
  const records: AnchorRecord[] = [];
  for (let at = 0; at < bytes.length; at += SLOT_BYTES) {
    const record = readSlot(bytes.subarray(at, at + SLOT_BYTES).toString('utf8'));
    if (record !== null) records.push(record);
  }
  return records.toSorted((a, b) => b.turn - a.turn);
}

/** The record that knows of the most events. */
export function furthest({ keyed, unkeyed }: Anchor): AnchorRecord | null {
  if (keyed === null || unkeyed === null) return keyed ?? unkeyed;
  return keyed.seq >= unkeyed.seq ? keyed : unkeyed;
}

/** An anchor that names a key which the log does not know vouches for nothing: any program can write one. */
export function isStampedIn({ keyed }: Anchor, epoch: string): boolean {
  return keyed?.stamp.by === 'key' && keyed.stamp.epoch === epoch;
}

/** More than is written between an anchor and the next one: a killed desk leaves it one commit behind. */
const MOST_BEHIND = 64;

/** An older copy of itself vouches for no event after it. */
export function isBehind({ keyed }: Anchor, headSeq: number): boolean {
  return headSeq - (keyed?.seq ?? 0) > MOST_BEHIND;
}

/** The record that was made over another chain than the log has up to `headSeq`, or null. */
export function contradicting(
  { keyed, unkeyed }: Anchor,
  events: EventStore,
  headSeq: number,
): AnchorRecord | null {
  const isOther = (record: AnchorRecord | null): boolean =>
    record !== null && record.seq <= headSeq && events.hashAt(record.seq) !== record.hash;
  return [keyed, unkeyed].find(isOther) ?? null;
}

/** A restore was recorded and the process ended before the anchor was written anew. */
export function isSuperseded(anchor: Anchor, events: Pick<EventStore, 'newest'>): boolean {
  const last = furthest(anchor);
  const restored = events.newest('restored');
  if (last === null || restored === null) return false;
  const { anchor: replaced } = restored.body;
  return replaced?.seq === last.seq && replaced.hash === last.hash;
}

/** It names this key, which did not make its stamp. */
export function isForged({ keyed }: Anchor, key: string): boolean {
  if (keyed?.stamp.by !== 'key' || keyed.stamp.epoch !== epochOf(key)) return false;
  return !isMacOf(keyed.stamp.mac, key, 'anchor', keyed.seq, keyed.hash);
}

/** The desk wrote events after that one while no key could be read. */
export function grewWithoutKey({ keyed, unkeyed }: Anchor, afterSeq = 0): boolean {
  if (unkeyed?.stamp.by !== 'nobody' || unkeyed.stamp.why !== 'no_key') return false;
  return unkeyed.seq > Math.max(keyed?.seq ?? 0, afterSeq);
}

export type AnchorWriter = ReturnType<typeof openAnchor>;

export function openAnchor(file: string) {
  const { keyed, unkeyed } = readAnchor(file);
  let turn = Math.max(keyed?.turn ?? 0, unkeyed?.turn ?? 0);
  let isStamped = keyed !== null;
  makePrivateFile(file);
  const handle = openSync(file, 'r+');
  return {
    /** Not flushed, but for the first stamp: the anchor may lag behind the log, not be missing after a power cut. */
    write(head: Omit<AnchorRecord, 'turn'>): void {
      turn += 1;
      const slot = (head.stamp.by === 'key' ? 0 : SLOTS_PER_SORT) + (turn % SLOTS_PER_SORT);
      writeSync(handle, slotOf({ ...head, turn }), 0, SLOT_BYTES, slot * SLOT_BYTES);
      if (head.stamp.by !== 'key' || isStamped) return;
      fsyncSync(handle);
      isStamped = true;
    },
    flush(): void {
      try {
        fsyncSync(handle);
      } catch {
        // Then it is behind after a power cut, and the next start says so.
      }
    },
    close(): void {
      fsyncSync(handle);
      closeSync(handle);
    },
  };
}

/** After a restore: what the old one vouched for is out of force. */
export function resetAnchor(file: string, head: Omit<AnchorRecord, 'turn'>): void {
  rmSync(file, { force: true });
  const anchor = openAnchor(file);
  anchor.write(head);
  anchor.close();
}

function slotOf(record: AnchorRecord): Buffer {
  const text = JSON.stringify(record);
  const slot = Buffer.alloc(SLOT_BYTES, ' ');
  slot.write(`${checksumOf(text)} ${text}`);
  slot.write('\n', SLOT_BYTES - 1);
  return slot;
}

function readSlot(text: string): AnchorRecord | null {
  const trimmed = text.replaceAll('\u0000', '').trim();
  const space = trimmed.indexOf(' ');
  const json = trimmed.slice(space + 1);
  if (space < 0 || checksumOf(json) !== trimmed.slice(0, space)) return null;
  const record = recordSchema.safeParse(parsed(json));
  return record.success ? record.data : null;
}

/** The checksum detects torn writes, not forgery: anyone can compute it. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function checksumOf(text: string): string {
  return hashOnce('sha256', text, 'hex').slice(0, 16);
}

/**
 * The newest events of a log whose anchor is a little behind. A desk that was killed, lost its power or had no answer from the
 * keychain leaves it so; so does a person who puts an older anchor back. Null when there are none besides the stamping's own.
 */
export function unstampedTail(found: Anchor, events: EventStore): EventRange | null {
  const last = events.newest('epoch');
  const toSeq = events.head().seq;
  if (found.keyed === null || last === null || !isStampedIn(found, last.body.epoch)) return null;
  const fromSeq = found.keyed.seq + 1;
  // An anchor further behind counts as missing, which is recorded instead.
  if (fromSeq > toSeq || isBehind(found, toSeq)) return null;
  for (let seq = fromSeq; seq <= toSeq; seq += 1) {
    const kind = events.bySeq(seq)?.kind;
    if (kind !== 'epoch' && kind !== 'checkpoint') return { fromSeq, toSeq };
  }
  return null;
}
