import type { Mark } from './mark.ts';
import type { Source } from './source.ts';

/** Requests that the log has and the index not yet: the first of them has place `from`. */
export type Unindexed = { readonly from: number; readonly seqs: Uint32Array };

/** While the index is behind, the newest can still be listed: they are known by their events. */
export function createUnindexed(
  source: Source,
  mark: () => Mark,
  isBehind: () => boolean,
): () => Unindexed {
  let atFill: { readonly upTo: number; readonly seqs: Uint32Array } | null = null;
  function known(upTo: number): Uint32Array {
    if (atFill?.upTo !== upTo) atFill = { upTo, seqs: source.allSeqs(upTo) };
    return atFill.seqs;
  }
  return () => {
    const { size, seq, fill } = mark();
    if (!isBehind()) {
      atFill = null;
      return { from: size, seqs: new Uint32Array() };
    }
    if (fill === null && seq > 0) return { from: size, seqs: source.seqsAfter(seq) };
    if (fill === null) return { from: size, seqs: known(source.head()) };
    const before = known(fill.upTo).subarray(size);
    const after = source.seqsAfter(fill.upTo);
    const seqs = new Uint32Array(before.length + after.length);
    seqs.set(before);
    seqs.set(after, before.length);
    return { from: size, seqs };
  };
}

/** A request that the log has and the index not (yet): what of it never changes. */
export type NewRequest = {
  readonly seq: number;
  readonly profileId: string;
  readonly customer: string | null;
};

/** While the index is first filled it may be a million: then only the newest of them are looked at. */
const MOST_LOOKED_AT = 1000;

/**
 * What was recorded since the index was written, newest first. A finder that is in the middle of a search must not follow the
 * log, and one that is being filled begins at the other end; what was issued a moment ago is there all the same.
 */
export function createNewest(
  source: Source,
  mark: () => Mark,
  isBehind: () => boolean,
): () => readonly NewRequest[] {
  let known = new Map<number, NewRequest>();
  return () => {
    if (!isBehind()) {
      known.clear();
      return [];
    }
    const { seq, fill } = mark();
    // Customers are known only once all requests are.
    const seqs = source.newestSeqs(fill === null ? seq : 0, MOST_LOOKED_AT);
    const newest = seqs.flatMap((one) => known.get(one) ?? readAt(source, one));
    known = new Map(newest.map((one) => [one.seq, one]));
    return newest;
  };
}

function readAt(source: Source, seq: number): readonly NewRequest[] {
  const request = source.at(seq)?.request;
  if (request === undefined) return [];
  return [{ seq, profileId: request.profileId, customer: request.body.fields.customer ?? null }];
}
