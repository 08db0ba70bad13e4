import { isDeepStrictEqual } from 'node:util';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type Shift, shiftSchema } from '#shared/domain/personShift.ts';
import type { Operator } from '#shared/domain/request.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import type { EventOf, LogEvent } from './events.ts';
import type { ProjectionFault } from './projectionPass.ts';
import type { Store } from './store.ts';

const SHIFT_KINDS = ['shift_opened', 'shift_closed', 'shift_accepted'] as const;
type ShiftEvent = EventOf<(typeof SHIFT_KINDS)[number]>;

export function isShiftEvent(event: LogEvent): event is ShiftEvent {
  return SHIFT_KINDS.some((kind) => kind === event.kind);
}

export function isWaiting({ handOver }: Shift): boolean {
  return handOver === 'waiting';
}

/** Events about shifts name a person: without one they are not written. */
function personOf({ personId, name }: Operator): Shift['person'] {
  if (personId === undefined) throw new Error('A shift is of a person.');
  return { personId, name };
}

type Shifts = {
  readonly find: (shiftId: string) => Shift | null;
  /** Open, or with a hand-over that waits. */
  readonly current: () => readonly Shift[];
};

/** Every shift that an event changes, as it is after the event. */
function changedBy(event: ShiftEvent, { find, current }: Shifts): readonly Shift[] {
  const { shiftId, operator } = event.body;
  const by = personOf(operator);
  if (event.kind === 'shift_opened') return [...takenBack(by, current()), opened(shiftId, event)];
  const before = find(shiftId);
  if (before === null) throw new Error(`Event ${event.seq} is about a shift that was not opened.`);
  if (event.kind === 'shift_closed') {
    const { handsOver, left = null } = event.body;
    const handOver = handsOver ? 'waiting' : 'none';
    return [{ ...before, closed: { at: event.at, by, left }, handOver }];
  }
  const { intoShiftId } = event.body;
  const after: Shift = { ...before, handOver: 'accepted', accepted: { at: event.at, by } };
  if (find(intoShiftId) !== null) return [after];
  return [after, ...takenBack(by, current()), opened(intoShiftId, event)];
}

function opened(shiftId: string, { at, body }: ShiftEvent): Shift {
  return {
    shiftId,
    person: personOf(body.operator),
    openedAt: at,
    closed: null,
    handOver: 'none',
    accepted: null,
  };
}

/** A person who opens a shift goes on with what they had handed over and no one accepted. */
function takenBack({ personId }: Shift['person'], current: readonly Shift[]): readonly Shift[] {
  return current
    .filter((one) => isWaiting(one) && one.person.personId === personId)
    .map((one) => ({ ...one, handOver: 'taken_back' }));
}

function isCurrent(shift: Shift): boolean {
  return shift.closed === null || isWaiting(shift);
}

const SQL = {
  find: 'SELECT record FROM shift WHERE shift_id = ?',
  current: 'SELECT record FROM shift WHERE is_current = 1 ORDER BY first_seq',
  newest: 'SELECT record FROM shift ORDER BY first_seq DESC LIMIT ?',
  put: `
    INSERT INTO shift (shift_id, first_seq, seq, is_current, record) VALUES (:shiftId, :seq, :seq, :isCurrent, :record)
    ON CONFLICT (shift_id) DO UPDATE SET seq = excluded.seq, is_current = excluded.is_current, record = excluded.record`,
  clear: 'DELETE FROM shift',
} as const;

export function createShiftRows(db: Database) {
  const of = createStatements(db);
  const find = (shiftId: string): Shift | null => {
    const record = of(SQL.find).pluck().get(shiftId);
    return record === undefined ? null : readRecord(record);
  };
  const current = (): readonly Shift[] => of(SQL.current).pluck().all().map(readRecord);
  return {
    put(event: ShiftEvent): void {
      for (const shift of changedBy(event, { find, current })) {
        const isOne = isCurrent(shift) ? 1 : 0;
        const { shiftId } = shift;
        of(SQL.put).run({
          shiftId,
          seq: event.seq,
          isCurrent: isOne,
          record: JSON.stringify(shift),
        });
      }
    },
    clear: () => void of(SQL.clear).run(),
    find,
    current,
    newest: (count: number): readonly Shift[] => of(SQL.newest).pluck().all(count).map(readRecord),
  };
}

function readRecord(record: unknown): Shift {
  return shiftSchema.parse(JSON.parse(z.string().parse(record)));
}

/** The first shift, by the newest event, whose row is not what the events give; or null. */
export function shiftFault(store: Store): ProjectionFault | null {
  // Events and rows of one moment: the desk goes on opening and closing shifts.
  const different = store.db.transaction(() => differentShifts(store))();
  if (different.length === 0) return null;
  const seq = Math.min(...different);
  return { seq, detail: `the row of the shift at event ${seq} differs` };
}

function differentShifts({ db, events }: Store): readonly number[] {
  const expected = new Map<string, { readonly seq: number; readonly shift: Shift }>();
  const known: Shifts = {
    find: (shiftId) => expected.get(shiftId)?.shift ?? null,
    current: () => [...expected.values()].map(({ shift }) => shift).filter(isCurrent),
  };
  for (const seq of events.aboutLog(SHIFT_KINDS)) {
    const event = events.bySeq(seq);
    if (event === null || !isShiftEvent(event)) continue;
    if (event.kind !== 'shift_opened' && !expected.has(event.body.shiftId)) return [seq];
    for (const shift of changedBy(event, known)) expected.set(shift.shiftId, { seq, shift });
  }
  const select = db.prepare(
    'SELECT shift_id AS shiftId, seq, is_current AS isCurrent, record FROM shift',
  );
  const wrong = rowsSchema.parse(select.all()).filter(({ shiftId, seq, record, ...row }) => {
    const own = expected.get(shiftId);
    expected.delete(shiftId);
    if (own?.seq !== seq || (row.isCurrent === 1) !== isCurrent(own.shift)) return true;
    return !isDeepStrictEqual(JSON.parse(record), own.shift);
  });
  return [...wrong, ...expected.values()].map(({ seq }) => seq);
}

const rowsSchema = z.array(
  z.object({ shiftId: z.string(), seq: z.int(), isCurrent: z.int(), record: z.string() }),
);
