import type { IndexState } from '#shared/domain/logSearch.ts';

import type { FileGate } from '../log/fileGate.ts';
import type { LogPort, Overview, Shift } from '../log/port.ts';
import { type Thread, ThreadEndedError, type ThreadEvents, startThread } from '../log/thread.ts';
import type { FinderApi } from './finderThread.ts';

export type LogFinder = Pick<
  LogPort,
  | 'search'
  | 'rows'
  | 'rowsOf'
  | 'count'
  | 'facets'
  | 'daily'
  | 'overview'
  | 'suggestCustomers'
  | 'recallCustomer'
  | 'shift'
  | 'callbackSeqs'
  | 'callbackCounts'
  | 'indexed'
>;

type LogFinderOptions = {
  readonly workerUrl: URL;
  readonly dataDir: string;
  readonly isReadable: () => boolean;
  readonly threadEvents: ThreadEvents;
  readonly gate: Pick<FileGate, 'enter'>;
};

const NO_CALLBACKS = {
  applied: 0,
  contradicting: 0,
  bad_signature: 0,
  apart: 0,
  waiting: 0,
  repeated: 0,
};
const NO_OVERVIEW: Overview = {
  from: null,
  to: null,
  totals: [],
  step: 'hour',
  overTime: [],
  states: [],
  answerTimes: [],
  callbackTimes: [],
  unknowns: { count: 0, oldest: [] },
  limits: { count: 0, newest: [] },
  callbacks: NO_CALLBACKS,
  index: { indexed: 0, total: 0 },
};
const NO_SHIFT: Shift = {
  unknowns: [],
  unknownsTotal: 0,
  flagged: [],
  flaggedTotal: 0,
  mismatched: [],
  mismatchedTotal: 0,
  late: [],
  lateTotal: 0,
  notes: [],
  notesTotal: 0,
  sums: [],
  profiles: [],
  index: { indexed: 0, total: 0 },
};

const NOTHING = { count: 0, isExact: true };
const NO_INDEX: IndexState = { indexed: 0, total: 0 };
const EMPTY = { rows: [], matches: NOTHING };

/** The asking end of the finder's thread. Where that dies, another one is started without the index it may have died of. */
export function createLogFinder(options: LogFinderOptions): {
  readonly reads: LogFinder;
  /** Ends the thread. What was asked of it, and what is asked later, is asked of another one. */
  readonly letGo: () => Promise<void>;
  /** Nothing is started any more. */
  readonly close: () => void;
} {
  const { workerUrl, dataDir, isReadable, threadEvents, gate } = options;
  let thread: Thread<FinderApi> | null = null;
  let isClosed = false;

  function start(isFresh: boolean): Thread<FinderApi> {
    const data = { role: 'finder' as const, dataDir, isFresh };
    return startThread<FinderApi>(workerUrl, data, threadEvents);
  }
  /** `otherwise` while there is no log to read. */
  async function ask<T>(otherwise: T, work: (of: Thread<FinderApi>) => Promise<T>): Promise<T> {
    return gate.enter(async () => {
      if (isClosed || !isReadable()) return otherwise;
      thread ??= start(false);
      const asked = thread;
      try {
        return await work(asked);
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
        // Ended so that another file could be put in place: that one is asked, or nothing is left to ask.
        if (thread === null || isClosed || !isReadable()) return ask(otherwise, work);
        if (thread === asked) thread = start(true);
        return work(thread);
      }
    });
  }

  return {
    reads: {
      search: (...args) =>
        ask({ ...EMPTY, upToSeq: 0, index: NO_INDEX }, (of) => of.call('search', ...args)),
      rows: (...args) => ask(EMPTY, (of) => of.call('rows', ...args)),
      rowsOf: (...args) => ask([], (of) => of.call('rowsOf', ...args)),
      count: (...args) => ask(NOTHING, (of) => of.call('count', ...args)),
      facets: () =>
        ask({ states: [], paymentTypes: [], operators: [], profiles: [] }, (of) =>
          of.call('facets'),
        ),
      daily: (...args) => ask([], (of) => of.call('daily', ...args)),
      overview: (...args) => ask(NO_OVERVIEW, (of) => of.call('overview', ...args)),
      suggestCustomers: (...args) => ask([], (of) => of.call('suggestCustomers', ...args)),
      recallCustomer: (...args) => ask([], (of) => of.call('recallCustomer', ...args)),
      shift: (...args) => ask(NO_SHIFT, (of) => of.call('shift', ...args)),
      callbackSeqs: (...args) =>
        ask({ seqs: [], next: null, total: 0 }, (of) => of.call('callbackSeqs', ...args)),
      callbackCounts: (...args) => ask(NO_CALLBACKS, (of) => of.call('callbackCounts', ...args)),
      indexed: () => ask({ ...NO_INDEX, isWhole: false }, (of) => of.call('indexed')),
    },
    async letGo() {
      const ending = thread;
      thread = null;
      await ending?.end();
    },
    close() {
      isClosed = true;
    },
  };
}
