import type { VerifyReport } from '#shared/domain/logHealth.ts';

import {
  type Anchor,
  contradicting,
  furthest,
  grewWithoutKey,
  isBehind,
  isForged,
  isStampedIn,
  isSuperseded,
} from './anchor.ts';
import { pictureState } from '../../files/pictureFiles.ts';
import { type BrokenLink, checkChain } from '../store/chain.ts';
import { type ErasureFault, createErasureCheck } from '../store/erasureCheck.ts';
import { projectionAhead } from '../store/projection.ts';
import { checkpointedUpTo, sealedUpTo, unprovenAfter } from './proof.ts';
import { compareRebuilt } from './rebuilt.ts';
import { type RowFault, rowDigestFault } from '../store/rowDigests.ts';
import { epochOf, isMacOf } from './stamps.ts';
import type { Store } from '../store/store.ts';

/** What the vault says of the key, for checking only: none is made here. */
export type KeyForCheck =
  | { readonly state: 'key'; readonly key: string }
  | { readonly state: 'none_stored' }
  /** Whether there is one is not known. */
  | { readonly state: 'no_answer' }
  | { readonly state: 'unreadable' };

type Fault = {
  readonly verdict: Exclude<VerifyReport['verdict'], 'holds'>;
  /** Null: no event is at fault. */
  readonly seq: number | null;
  readonly detail: string;
};

/**
 * Everything that can be said of the file up to the head it had at the beginning. Outside a transaction: it reads in pieces, so
 * that -wal can be folded in meanwhile. `pictures`: the folder of pictures; null where they are not looked at.
 */
export function verifyLog(
  store: Store,
  anchor: Anchor,
  key: KeyForCheck,
  pictures: string | null = null,
): VerifyReport {
  const headSeq = freshHead(store);
  const walk = walkChain(store, headSeq, key);
  const fault =
    walk.fault ??
    store.db.transaction(() => anchorFault(store, anchor, key))() ??
    differing(rowDigestFault(store, headSeq)) ??
    comparedFault(store, headSeq, () =>
      pictures === null ? null : pictureFault(store, walk, pictures),
    );
  return {
    verdict: fault?.verdict ?? 'holds',
    events: walk.count,
    headSeq,
    firstBadSeq: fault?.seq ?? null,
    detail: detailOf(fault, anchorNote(anchor, walk.epochs.at(-1), headSeq)),
    key: keyStanding(key, walk, anchor, headSeq),
    restores: walk.restores,
    ...(walk.unstamped.length === 0 ? {} : { unstamped: walk.unstamped }),
    anchorMissing: walk.anchorMissing,
    ...(walk.erased.length === 0 ? {} : { erased: walk.erased }),
  };
}

/** A fault of the log says more than the note; that nothing was compared does not. */
function detailOf(fault: Fault | null, note: string | null): string | null {
  if (fault === null) return note;
  return fault.verdict === 'not_compared' && note !== null
    ? `${fault.detail}; ${note}`
    : fault.detail;
}

/** `more`: what is checked besides. A fault that it finds is worse than that nothing was compared. */
function comparedFault(store: Store, headSeq: number, more: () => Fault | null): Fault | null {
  const compared = compareRebuilt(store, headSeq);
  if ('fault' in compared) return differing(compared.fault) ?? more();
  return more() ?? { verdict: 'not_compared', seq: null, detail: compared.notCompared };
}

function differing(fault: RowFault | null): Fault | null {
  return fault === null ? null : { verdict: 'projection_differs', ...fault };
}

/** The head kept in memory is the writer's business; here the log grows under another hand. */
function freshHead({ events }: Store): number {
  events.forgetHead();
  return events.head().seq;
}

type Walk = ReturnType<typeof walkChain>;
type Epoch = { readonly seq: number; readonly epoch: string; readonly reason: string };
type Moment = { readonly seq: number; readonly at: string };

export function walkChain(store: Store, headSeq: number, key: KeyForCheck) {
  const { events } = store;
  const epochs: Epoch[] = [];
  const restored: Moment[] = [];
  const anchorMissing: Moment[] = [];
  const stamps: number[] = [];
  const pictured: number[] = [];
  const erasure = createErasureCheck(store, headSeq);
  let count = 0;
  function* counted() {
    for (const link of events.links(headSeq)) {
      count += 1;
      if (link.kind === 'restored') restored.push({ seq: link.seq, at: link.at });
      if (link.kind === 'anchor_missing') anchorMissing.push({ seq: link.seq, at: link.at });
      if (link.kind === 'pictured') pictured.push(link.seq);
      if (link.kind === 'epoch' || link.kind === 'checkpoint') stamps.push(link.seq);
      yield link;
      // The chain asks for the next one only where this one holds.
      erasure.see(link);
    }
  }
  let fault = chainFault(checkChain(counted())) ?? erasureFault(erasure.fault());
  const unstamped: NonNullable<VerifyReport['unstamped']>[number][] = [];
  const isWhole = fault === null;
  // In a broken chain nothing vouches for what a stamp or a restore says.
  const restores = isWhole ? restored.map((moment) => restoreOf(events, moment, key)) : restored;
  for (const seq of isWhole ? stamps : []) {
    const event = events.bySeq(seq);
    // After a restore or an abrupt end the same key goes on, and that is on record as what it is.
    if (event?.kind === 'epoch' && !['restored', 'resumed'].includes(event.body.reason)) {
      epochs.push({ seq, ...event.body });
    }
    if (event?.kind === 'epoch' && event.body.unstamped !== undefined) {
      unstamped.push({ seq, at: event.at, events: event.body.unstamped });
    }
    if (event?.kind !== 'checkpoint' || key.state !== 'key') continue;
    const { epoch, ofSeq, mac } = event.body;
    if (epoch !== epochOf(key.key)) continue;
    const hash = events.hashAt(ofSeq);
    if (hash !== null && isMacOf(mac, key.key, 'checkpoint', ofSeq, hash)) continue;
    fault ??= restamped(ofSeq, `the checkpoint at event ${seq} was stamped over another chain`);
  }
  const lastMissing = anchorMissing.at(-1) ?? null;
  const erased = erasure.erased();
  const { pictures: erasedPictures } = erasure;
  const found = { count, fault, epochs, restores, unstamped, pictured, erased };
  return { ...found, erasedPictures, anchorMissing: lastMissing };
}

function erasureFault(fault: ErasureFault | null): Fault | null {
  return fault === null ? null : { verdict: 'edited', ...fault };
}

/** What was restored is as sure as it was before: the key has stamped all of it since, whatever it was. */
function restoreOf(
  events: Store['events'],
  moment: Moment,
  key: KeyForCheck,
): VerifyReport['restores'][number] {
  // Without the key nothing is proven, and that is said of the whole log.
  if (key.state !== 'key') return moment;
  const { seq } = moment;
  const event = events.bySeq(seq);
  const sealed = event?.kind === 'restored' ? sealedUpTo(event.body, seq, events, key.key) : null;
  const upTo = Math.max(sealed ?? 0, checkpointedUpTo(events, seq, key.key));
  const unproven = unprovenAfter(upTo, sealed === null ? seq : seq - 1);
  return unproven === null ? moment : { ...moment, unproven };
}

function chainFault(broken: BrokenLink | null): Fault | null {
  if (broken === null) return null;
  const { seq, kind } = broken;
  return kind === 'gap'
    ? { verdict: 'deleted', seq, detail: `event ${seq} is not there` }
    : { verdict: 'edited', seq, detail: `event ${seq} is not as it was written` };
}

function anchorFault(store: Store, anchor: Anchor, key: KeyForCheck): Fault | null {
  const { db, events } = store;
  const headSeq = freshHead(store);
  const last = furthest(anchor);
  if (last === null || last.seq <= headSeq) {
    const ahead = projectionAhead(db, headSeq);
    if (ahead !== null) {
      const detail = `a request knows event ${ahead}, the log ends at ${headSeq}`;
      return { verdict: 'truncated', seq: headSeq + 1, detail };
    }
  } else if (!isSuperseded(anchor, events)) {
    const detail = `the anchor knows event ${last.seq} of ${last.at}, the log ends at ${headSeq}`;
    const verdict = projectionAhead(db, headSeq) === null ? 'older_copy' : 'truncated';
    return { verdict, seq: headSeq + 1, detail };
  }
  const other = contradicting(anchor, events, headSeq);
  if (other !== null) {
    return restamped(other.seq, `the anchor of ${other.at} was made over another chain`);
  }
  return key.state === 'key' && anchor.keyed !== null && isForged(anchor, key.key)
    ? restamped(anchor.keyed.seq, 'the anchor was not stamped with the key of this desk')
    : null;
}

/** Each picture that an event names is beside the log, with the bytes that the event has the hash of. */
function pictureFault(
  { events }: Store,
  { pictured, erasedPictures }: Walk,
  folder: string,
): Fault | null {
  for (const seq of pictured) {
    const event = events.bySeq(seq);
    if (event?.kind !== 'pictured') continue;
    const state = pictureState(folder, event.body.picture.sha256);
    if (state === 'whole' || erasedPictures.has(event.body.picture.sha256)) continue;
    const detail = `the picture of event ${seq} is ${state === 'missing' ? 'not there' : 'not as it was kept'}`;
    return { verdict: `picture_${state}`, seq, detail };
  }
  return null;
}

function restamped(seq: number, detail: string): Fault {
  return { verdict: 'restamped', seq, detail };
}

function anchorNote(anchor: Anchor, last: Epoch | undefined, headSeq: number): string | null {
  if (last === undefined) return null;
  if (!isStampedIn(anchor, last.epoch)) {
    return 'the keyed anchor is not there: a cut, an older copy or restamping cannot be excluded';
  }
  return isBehind(anchor, headSeq)
    ? `the keyed anchor ends at event ${anchor.keyed?.seq}: after it restamping cannot be excluded`
    : null;
}

function keyStanding(
  key: KeyForCheck,
  { epochs, anchorMissing }: Walk,
  anchor: Anchor,
  headSeq: number,
): VerifyReport['key'] {
  if (key.state === 'unreadable') return 'absent';
  if (key.state === 'no_answer') return 'no_answer';
  const last = epochs.at(-1);
  if (key.state === 'none_stored') return last === undefined ? 'absent' : 'lost';
  if (last === undefined) return 'absent';
  if (last.epoch !== epochOf(key.key)) return 'lost';
  const isVouchedFor = isStampedIn(anchor, last.epoch) && !isBehind(anchor, headSeq);
  if (grewWithoutKey(anchor) || !isVouchedFor) return 'absent';
  if (anchorMissing !== null && anchorMissing.seq > last.seq) return 'anchor_missing';
  // Events that were there before the first epoch had no key: they may as well be all that is left of a rewritten log.
  return epochs.length === 1 && last.reason === 'first' ? 'present' : 'new_epoch';
}
