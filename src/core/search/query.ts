import type { LogFilter, LogQuery, LogSort } from '#shared/domain/logSearch.ts';

/** What time it is, and for how many minutes each profile's requisites hold (left out: the profile does not say). */
export type Moment = {
  readonly nowMs: number;
  readonly validMinOf: Readonly<Partial<Record<string, number>>>;
};

/** A query with everything looked up that the log itself does not know: words folded, days as moments. */
export type ResolvedQuery = Moment & {
  /** As `wordsOf` gives them. */
  readonly words: readonly string[];
  readonly filter: LogFilter;
  /** Inclusive; null: from the beginning. */
  readonly fromMs: number | null;
  /** Exclusive; null: without end. */
  readonly toMs: number | null;
  readonly sort: LogSort;
};

/** Neither words nor filters nor dates: every place there is. */
export function isWhole({ words, filter, fromMs, toMs }: ResolvedQuery): boolean {
  return words.length === 0 && fromMs === null && toMs === null && !isFiltering(filter);
}

function isFiltering(filter: LogQuery['filter']): boolean {
  const { needsAttention, between, withoutSamples, fromBatches, ...lists } = filter;
  const isListed = Object.values(lists).some((list) => list.length > 0);
  return needsAttention || between !== null || withoutSamples || fromBatches || isListed;
}
