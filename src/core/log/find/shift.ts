import { toCentsSum } from '#shared/domain/centsSum.ts';
import { CURRENCIES } from '#shared/domain/currency.ts';
import { NEWEST_FIRST, NO_FILTER, OUTCOMES } from '#shared/domain/logSearch.ts';
import { MOST_HANDED_OVER, type ShiftReport } from '#shared/domain/shift.ts';

import type { Shift, ShiftQuestion } from '../port.ts';
import type { NoteIndex } from './noteIndex.ts';
import type { ResolvedQuery } from './query.ts';
import type { Rollups } from './rollups.ts';
import type { EntryRows } from './rows.ts';
import type { Source } from './source.ts';

type ShiftParts = {
  readonly source: Source;
  readonly rollups: Rollups;
  readonly entries: EntryRows;
  readonly writtenNotes: NoteIndex;
  /** How many places there are. */
  readonly size: number;
  readonly places: (query: ResolvedQuery) => Iterable<Uint32Array>;
};

/** Unknowns are read from the log itself: nobody must miss one because an index is behind. */
export function shiftOf(parts: ShiftParts, question: ShiftQuestion): Omit<Shift, 'index'> {
  const { source, rollups, size } = parts;
  const { profileId, day } = question;
  const unknowns = source.unresolved(profileId, MOST_HANDED_OVER);
  return {
    unknowns: unknowns.newest,
    unknownsTotal: unknowns.count,
    ...flaggedOf(parts, question),
    ...notesOf(parts, question),
    sums: sumsOf(rollups.daily(profileId, [day], size)),
  };
}

function flaggedOf(
  { source, entries, places }: ShiftParts,
  { profileId }: ShiftQuestion,
): Pick<Shift, 'flagged' | 'flaggedTotal'> {
  const newest: number[] = [];
  let flaggedTotal = 0;
  const flagged = { ...NO_FILTER, profileIds: [profileId], attention: ['flagged' as const] };
  for (const found of places({ ...EVERYTHING, filter: flagged })) {
    newest.push(...found.subarray(0, MOST_HANDED_OVER - newest.length));
    flaggedTotal += found.length;
  }
  const requests = newest.flatMap((place) => {
    const seq = entries.at(place)?.seq;
    return seq === undefined ? [] : (source.at(seq)?.request ?? []);
  });
  return { flagged: requests, flaggedTotal };
}

const EVERYTHING: ResolvedQuery = {
  words: [],
  filter: NO_FILTER,
  fromMs: null,
  toMs: null,
  sort: NEWEST_FIRST,
  nowMs: 0,
  validMinOf: {},
};

function notesOf(
  { source, writtenNotes }: ShiftParts,
  { profileId, day }: ShiftQuestion,
): Pick<Shift, 'notes' | 'notesTotal'> {
  const { count, seqs } = writtenNotes.within(profileId, day.fromMs, day.toMs, MOST_HANDED_OVER);
  const notes = seqs.flatMap((seq): ShiftReport['notes'] => {
    const note = source.noteAt(seq);
    const fields = note === null ? undefined : source.find(note.intentId)?.request.body.fields;
    if (note === null || fields === undefined) return [];
    return [{ ...note, orderId: fields.order_id, customer: fields.customer ?? null }];
  });
  return { notes, notesTotal: count };
}

/** Of both flows together, in the order of currencies and outcomes. */
function sumsOf(totals: ReturnType<Rollups['daily']>): Shift['sums'] {
  return CURRENCIES.flatMap((currency) =>
    OUTCOMES.flatMap((outcome) => {
      const own = totals.filter((one) => one.currency === currency && one.outcome === outcome);
      const count = own.reduce((sum, one) => sum + one.count, 0);
      const cents = own.reduce((sum, one) => sum + BigInt(one.requestedCents), 0n);
      return count === 0 ? [] : [{ currency, outcome, count, requestedCents: toCentsSum(cents) }];
    }),
  );
}
