import { hash as hashOnce } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { EventRange } from '#shared/domain/logHealth.ts';

import { writeJsonFile } from '../../files/jsonFile.ts';
import { readKeyedRecords } from './anchor.ts';
import type { EventLookup } from './backupLine.ts';
import { CHAIN_START, type ChainPoint, toHex } from '../store/chain.ts';
import type { EventOf } from '../store/events.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { LogPaths } from '../store/paths.ts';
import {
  type KeyInHand,
  type StampedThing,
  epochOf,
  isMacOf,
  macOf,
  stampKeyOf,
} from './stamps.ts';

const copyStampSchema = z.strictObject({
  name: z.string(),
  seq: z.int().positive(),
  hash: z.string(),
  epoch: z.string(),
  mac: z.string(),
});
export type CopyStamp = Readonly<z.infer<typeof copyStampSchema>>;

/** Made with the key: at that time the log ended with this event. */
type Voucher = Omit<CopyStamp, 'name'> & { readonly thing: StampedThing };

/** What the key says of each backup: its last event. Of another sort than the anchor's stamps, so that none of them makes an older anchor. */
export function addCopyStamp(paths: LogPaths, stamp: CopyStamp): void {
  const kept = readCopyStamps(paths).filter(
    ({ name }) => name !== stamp.name && existsSync(join(paths.backups, name)),
  );
  writeJsonFile(paths.stamps, [...kept, stamp]);
}

function readCopyStamps({ stamps }: LogPaths): readonly CopyStamp[] {
  try {
    const read: unknown = JSON.parse(readFileSync(stamps, 'utf8'));
    return z.array(copyStampSchema).parse(read);
  } catch {
    // Without them less is proven, and nothing is wrong.
    return [];
  }
}

/** Everything outside the log that the key may have stamped. */
export function vouchersOf(paths: LogPaths): readonly Voucher[] {
  const ofAnchor = readKeyedRecords(paths.anchor).map(({ seq, hash, stamp: { epoch, mac } }) => {
    return { thing: 'anchor' as const, seq, hash, epoch, mac };
  });
  const ofCopies = readCopyStamps(paths).map((stamp) => ({ ...stamp, thing: 'copy' as const }));
  return [...ofAnchor, ...ofCopies];
}

/** Whether the key has stamped the log when it ended with this event. What the log says is not looked at. */
export function isStamped(paths: LogPaths, point: ChainPoint, key: string): boolean {
  return vouchersOf(paths).some(
    ({ thing, seq, hash, epoch, mac }) =>
      seq === point.seq &&
      hash === point.hash &&
      epoch === epochOf(key) &&
      isMacOf(mac, key, thing, seq, hash),
  );
}

/**
 * The last event of an intact chain that the key has vouched for, 0 where there is none; null without a key. A person without
 * the key may have written the events after it.
 */
export function provenUpTo(
  events: EventLookup,
  headSeq: number,
  vouchers: readonly Voucher[],
  key: KeyInHand,
): number | null {
  if (key.state !== 'key') return null;
  const isOurs = ({ thing, seq, hash, epoch, mac }: Voucher): boolean =>
    seq <= headSeq &&
    epoch === epochOf(key.key) &&
    events.hashAt(seq) === hash &&
    isMacOf(mac, key.key, thing, seq, hash);
  const stamped = vouchers.filter(isOurs).map(({ seq }) => seq);
  return Math.max(checkpointedUpTo(events, headSeq, key.key), ...stamped);
}

/** The newest checkpoint up to there, where this key has stamped it; else 0. */
export function checkpointedUpTo(events: EventLookup, upToSeq: number, key: string): number {
  const newest = events.newest('checkpoint', upToSeq);
  if (newest === null || newest.body.epoch !== epochOf(key)) return 0;
  const { ofSeq, mac } = newest.body;
  // Moved to a later place, a true one would vouch for what was put in between.
  if (ofSeq !== newest.seq - 1) return 0;
  const hash = events.hashAt(ofSeq);
  return hash !== null && isMacOf(mac, key, 'checkpoint', ofSeq, hash) ? newest.seq : 0;
}

/** What nothing vouches for; null: all of it is proven. */
export function unprovenAfter(upTo: number | null, toSeq: number): EventRange | null {
  const fromSeq = (upTo ?? 0) + 1;
  return fromSeq > toSeq ? null : { fromSeq, toSeq };
}

type Restored = EventOf<'restored'>['body'];
type RestoreProof = NonNullable<Restored['proof']>;

/** Seals with the key how far the restored log was proven. Without the key neither that nor a restore can be forged. */
export function sealOf(
  body: Omit<Restored, 'proof'>,
  { seq, hash }: ReturnType<EventStore['head']>,
  upTo: number | null,
  key: KeyInHand,
): RestoreProof {
  if (key.state !== 'key' || upTo === null) return { upTo: null, seal: null };
  const stampKey = stampKeyOf(key.key);
  const mac = macOf(stampKey, 'restored', seq, sealed(body, hash, upTo));
  return { upTo, seal: { epoch: stampKey.epoch, mac } };
}

/** How far it was proven, by the key; null where no such word of the key is there. */
export function sealedUpTo(
  { proof, ...body }: Restored,
  seq: number,
  events: EventStore,
  key: string,
): number | null {
  if (proof === undefined || proof.upTo === null || proof.seal === null) return null;
  const before = seq - 1;
  const hash = before === 0 ? toHex(CHAIN_START) : events.hashAt(before);
  const isOurs =
    hash !== null &&
    proof.seal.epoch === epochOf(key) &&
    isMacOf(proof.seal.mac, key, 'restored', before, sealed(body, hash, proof.upTo));
  return isOurs ? proof.upTo : null;
}

/** Value by value: the order of keys is not part of what an event says. */
function sealed(
  { operator, from, missing, anchor, generation, fetched }: Omit<Restored, 'proof'>,
  hash: string,
  upTo: number,
): string {
  const said = [
    [operator.account, operator.name],
    [from.name, from.kind, from.headSeq],
    missing === null ? null : [missing.fromSeq, missing.toSeq],
    anchor === null ? null : [anchor.seq, anchor.hash],
    generation,
    ...(fetched === undefined ? [] : [[fetched.fromSeq, fetched.toSeq]]),
  ];
  return `${hash}|${upTo}|${hashOnce('sha256', JSON.stringify(said), 'hex')}`;
}
