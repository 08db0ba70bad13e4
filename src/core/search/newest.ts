import type { Mark } from './mark.ts';
import type { Source } from './source.ts';

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
