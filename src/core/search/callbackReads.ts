import {
  CALLBACKS_TAKEN,
  type CallbackCounts,
  type CallbackFilter,
  type CallbackTaken,
} from '#shared/domain/callback.ts';

import { type Happened, type Span, callbackKind, repeatedKind } from './happened.ts';

/** Callbacks by the seq of their events. `next` is the `before` of the next page, `total` the count under the filter. */
type CallbackSeqs = {
  readonly seqs: readonly number[];
  readonly next: number | null;
  readonly total: number;
};

export const NO_CALLBACK_COUNTS: CallbackCounts = {
  applied: 0,
  contradicting: 0,
  bad_signature: 0,
  apart: 0,
  waiting: 0,
  repeated: 0,
};

export type CallbackReads = {
  readonly callbackCounts: (filter: CallbackFilter) => CallbackCounts;
  /** A page, newest first: those that come after `before`. */
  readonly callbackSeqs: (
    filter: CallbackFilter,
    before: number | null,
    count: number,
  ) => CallbackSeqs;
};

/** The Inbox: every callback by when it came and what became of it. */
export function createCallbackReads(happened: Happened): CallbackReads {
  return {
    callbackCounts(filter) {
      const span = spanOf(filter);
      const kinds = takenIn(filter).map(callbackKind);
      const of = (taken: CallbackTaken): number => {
        const kind = callbackKind(taken);
        return kinds.includes(kind) ? happened.count([kind], filter.profileId, span) : 0;
      };
      return {
        applied: of('applied'),
        contradicting: of('contradicting'),
        bad_signature: of('bad_signature'),
        apart: of('apart'),
        waiting: of('waiting'),
        repeated: happened.count(kinds.map(repeatedKind), filter.profileId, span),
      };
    },
    callbackSeqs(filter, before, count) {
      const { profileId } = filter;
      const kinds = takenIn(filter).map(callbackKind);
      const found = happened.newest(kinds, profileId, spanOf(filter), count + 1, before);
      const seqs = found.slice(0, count).map(({ seq }) => seq);
      return {
        seqs,
        next: found.length > count ? (seqs.at(-1) ?? null) : null,
        total: happened.count(kinds, profileId, spanOf(filter)),
      };
    },
  };
}

function takenIn({ taken }: CallbackFilter): readonly CallbackTaken[] {
  return taken === null ? CALLBACKS_TAKEN : [taken];
}

function spanOf({ from, to }: CallbackFilter): Span {
  return {
    fromMs: from === null ? Number.MIN_SAFE_INTEGER : Date.parse(from),
    toMs: to === null ? Number.MAX_SAFE_INTEGER : Date.parse(to),
  };
}
