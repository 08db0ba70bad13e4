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
