import type { ActivityFilter } from '#shared/domain/activity.ts';
import type { CallbackFilter } from '#shared/domain/callback.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import { ok } from '#shared/domain/result.ts';
import type { OperationInput } from '#shared/contract/operations.ts';

import { asked, read, runCall } from '../log/call.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { NO_CALLBACK_COUNTS } from './callbackReads.ts';
import type { CustomerQuestion } from './customerFigures.ts';
import { type FinderThreadOptions, createFinderParts } from './finderParts.ts';
import { EMPTY_HAND_OVER, type HandOverQuestion } from './handOver.ts';
import { EMPTY_OVERVIEW, type OverviewQuestion } from './overview/overview.ts';
import type { Moment, ResolvedQuery } from './query.ts';
import type { SearchAnswer } from './searches.ts';

export type Indexed = IndexState & {
  /** True when every event recorded before the question is indexed. */
  readonly isWhole: boolean;
};

const NO_INDEX = { indexed: 0, total: 0 };
const NO_MATCHES = { count: 0, isExact: true };

/** The reads of the finder thread. */
export const FINDER_READS = {
  /** Null when a newer search with the same id has replaced it. */
  search: read.onFinder(
    async (
      { searches, ready, opened },
      searchId: string,
      query: ResolvedQuery,
      pageSize: number,
    ): Promise<SearchAnswer | null> => {
      const found = await searches.start(searchId, () => ready().search(query), pageSize);
      if (found === null) return null;
      return { ...found, upToSeq: opened().upToSeq(), index: opened().state() };
    },
    { rows: [], matches: NO_MATCHES, upToSeq: 0, index: NO_INDEX },
  ),
  /** Null when the finder has no search with this id, or no longer. */
  rows: read.onFinder(
    ({ searches }, searchId: string, from: number, count: number) =>
      searches.rows(searchId, from, count),
    { rows: [], matches: NO_MATCHES },
  ),
  /** In the order of `intentIds`, without those that are not in the log. */
  rowsOf: read.onFinder(
    ({ ready }, intentIds: readonly IntentId[], moment: Moment) =>
      ready().rowsOf(intentIds, moment),
    [],
  ),
  count: read.onFinder(({ searches }, searchId: string) => searches.count(searchId), NO_MATCHES),
  facets: read.onFinder(({ ready }) => ready().facets(), {
    states: [],
    paymentTypes: [],
    operators: [],
    profiles: [],
  }),
  daily: read.onFinder(
    ({ ready }, profileId: ProfileId, days: readonly DaySpan[]) => ready().daily(profileId, days),
    [],
  ),
  overview: read.onFinder(
    ({ searches, ready }, question: OverviewQuestion) =>
      searches.patiently(() => ready().overview(question)),
    EMPTY_OVERVIEW,
  ),
  /** Of the profile, the most recent first. While the index is first filled: among the newest thousand requests. */
  suggestCustomers: read.onFinder(
    ({ ready }, profileId: ProfileId, text: string) => ready().suggestCustomers(profileId, text),
    [],
  ),
  /** Newest first, a few. While the index is first filled: of the newest thousand requests. */
  recallCustomer: read.onFinder(
    ({ ready }, profileId: ProfileId, customer: string) =>
      ready().recallCustomer(profileId, customer),
    [],
  ),
  customerFigures: read.onFinder(
    ({ ready }, question: CustomerQuestion) => ready().customerFigures(question),
    { requests: 0, sums: [], open: [], index: NO_INDEX },
  ),
  handOver: read.onFinder(async ({ searches, ready }, question: HandOverQuestion) => {
    // One person reads it to the next: nothing must be missing because a search is running.
    await searches.quiet();
    return ready().handOver(question);
  }, EMPTY_HAND_OVER),
  /**
   * From the search index, by time of arrival, newest first. Without repeats; with callbacks that were read again, at the
   * time of that reading. While the index is first filled the log may have more.
   */
  callbackSeqs: read.onFinder(
    ({ ready }, filter: CallbackFilter, before: number | null, count: number) =>
      ready().callbackSeqs(filter, before, count),
    { seqs: [], next: null, total: 0 },
  ),
  /** With a `taken`, `repeated` counts the repeats of those callbacks. */
  'callback.counts': read.onFinder(
    ({ ready }, { filter }: OperationInput<'callback.counts'>) =>
      ok(ready().callbackCounts(filter)),
    ok(NO_CALLBACK_COUNTS),
  ),
  /** From the search index, newest first. */
  activityPlaces: read.onFinder(
    ({ ready }, filter: ActivityFilter, before: number | null, count: number) =>
      ready().activityPlaces(filter, before, count),
    { places: [], next: null, total: 0, index: NO_INDEX },
  ),
  /** Resolves when every event recorded so far is indexed, or indexing cannot go on. An export waits for it. */
  indexed: read.onFinder(
    async ({ opened, caughtUp }): Promise<Indexed> => {
      const head = opened().logHead();
      await caughtUp();
      const here = opened();
      return { ...here.state(), isWhole: here.upToSeq() >= head };
    },
    { ...NO_INDEX, isWhole: false },
  ),
};

/** Searching, on connections of its own. Only asked while the writer has the log open. */
export function createFinderApi(paths: LogPaths, options: FinderThreadOptions) {
  const parts = createFinderParts(paths, options);
  return asked(FINDER_READS, (_name, call, args) =>
    parts.guarded(() => runCall(call, [parts, ...args])),
  );
}
