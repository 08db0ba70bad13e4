import type { CallbackCounts, Overview, SearchAnswer, HandOver } from './port.ts';

/** Answers of the finder while the log cannot be read. The shorter ones stand in their rows of spine.ts. */
const NO_INDEX = { indexed: 0, total: 0 };

export const NO_MATCHES = { count: 0, isExact: true };

export const EMPTY_SEARCH: SearchAnswer = {
  rows: [],
  matches: NO_MATCHES,
  upToSeq: 0,
  index: NO_INDEX,
};

export const NO_CALLBACK_COUNTS: CallbackCounts = {
  applied: 0,
  contradicting: 0,
  bad_signature: 0,
  apart: 0,
  waiting: 0,
  repeated: 0,
};

export const EMPTY_OVERVIEW: Overview = {
  from: null,
  to: null,
  totals: [],
  fromBatches: [],
  people: [],
  step: 'hour',
  overTime: [],
  unknowns: { count: 0, oldest: [] },
  callbacks: NO_CALLBACK_COUNTS,
  index: NO_INDEX,
};

export const EMPTY_HAND_OVER: HandOver = {
  unknowns: [],
  unknownsTotal: 0,
  flagged: [],
  flaggedTotal: 0,
  mismatched: [],
  mismatchedTotal: 0,
  apartSeqs: [],
  late: [],
  lateTotal: 0,
  notes: [],
  notesTotal: 0,
  sums: [],
  profiles: [],
  index: NO_INDEX,
};
