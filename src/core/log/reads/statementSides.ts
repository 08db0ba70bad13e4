import { setImmediate } from 'node:timers/promises';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';
import { type MerchantMode, isSaidToExist } from '#shared/domain/orderUse.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { STATEMENT_FINDINGS } from '#shared/domain/statementFinding.ts';
import type { StatedCoverage, StatementRow } from '#shared/domain/statement.ts';

import { bitOf } from '../../search/attention.ts';
import { createMarks } from '../../search/mark.ts';
import { openIndexForReading } from '../../search/schema.ts';
import type { OurRow, Pin, TheirRow } from '../../statements/matching.ts';
import { openForReading } from '../store/database.ts';
import type { LogPaths } from '../store/paths.ts';
import { createEventStore } from '../store/eventStore.ts';
import { columnsOfMerchant, createRequestRows } from '../store/requestRows.ts';
import { readMark, readStatementDocument } from '../store/statementRows.ts';

/** Both sides of a comparison, as of one moment. */
export type Sides = {
  readonly ours: readonly OurRow[];
  readonly rows: readonly TheirRow[];
  readonly pins: readonly Pin[];
  /** Of each unknown: the newest event about it. */
  readonly lastSeqs: ReadonlyMap<IntentId, number>;
};

type Asked = {
  readonly statementId: string;
  readonly whose: MerchantMode;
  readonly stated: StatedCoverage;
};

/** Other questions to this thread are answered between two pieces. */
const PIECE = 2000;
const KEYS_AT_ONCE = 500;
const MINUTE_MS = 60_000;

/** The columns of a request lie in the search index: of the log itself, older events would have to be unpacked for each. */
const OURS = `
  SELECT e.seq, e.intent_id AS intentId, e.created_ms AS atMs, e.order_id AS orderId, e.remote_id AS remoteId, e.cents,
    e.currency, e.flow, e.customer, e.outcome, e.resolution, e.state, e.is_heard AS isHeard, e.is_flagged AS isFlagged,
    e.attention`;
const SQL = {
  rows: 'SELECT document FROM main.statement_row WHERE statement_id = ? ORDER BY row',
  pins: `
    SELECT row, intent_id AS intentId, how, reason, is_flagged AS isFlagged, note FROM main.statement_mark
    WHERE statement_id = ? AND intent_id IS NOT NULL`,
  period: `
    ${OURS} FROM found.entry e CROSS JOIN main.request r ON r.first_seq = e.seq
    WHERE e.created_ms BETWEEN ? AND ? AND e.is_sample = 0 AND r.merchant = ? AND r.mode = ?`,
  /** By indexes alone: most of these requests are known from the period. */
  byOrder:
    'SELECT r.first_seq FROM json_each(?) k CROSS JOIN main.request r ON r.order_id = k.value',
  byRemote: `
    SELECT r.first_seq FROM json_each(?) k
    CROSS JOIN main.request r ON r.merchant = ? AND r.remote_id = k.value`,
  byIntent:
    'SELECT r.first_seq FROM json_each(?) k CROSS JOIN main.request r ON r.intent_id = k.value',
  bySeq: `
    ${OURS} FROM json_each(?) k CROSS JOIN main.request r ON r.first_seq = k.value AND r.merchant = ? AND r.mode = ?
    CROSS JOIN found.entry e ON e.seq = r.first_seq WHERE e.is_sample = 0`,
  lastSeq: 'SELECT last_seq FROM main.request WHERE intent_id = ?',
} as const;

/** Null where the index is of another form, is being made, or is not there: then nothing may be concluded from it. */
export async function readSides(
  paths: Pick<LogPaths, 'file' | 'index'>,
  asked: Asked,
): Promise<Sides | null> {
  if (!isIndexUsable(paths.index)) return null;
  const db = openForReading(paths.file);
  try {
    db.prepare('ATTACH ? AS found').run(paths.index);
    db.exec('BEGIN');
    return await sidesIn(db, asked);
  } finally {
    db.close();
  }
}

function isIndexUsable(file: string): boolean {
  try {
    const index = openIndexForReading(file);
    try {
      return createMarks(index).read().fill === null;
    } finally {
      index.close();
    }
  } catch {
    return false;
  }
}

/** The rows that a supervisor has joined with a request. */
export function readPins(db: Database, statementId: string): readonly Pin[] {
  return db.prepare(SQL.pins).all(statementId).flatMap(pinIn);
}

async function sidesIn(db: Database, { statementId, whose, stated }: Asked): Promise<Sides> {
  const { merchant, mode } = columnsOfMerchant(whose);
  const rows = await gathered(db.prepare(SQL.rows).pluck().iterate(statementId), theirsIn);
  const pins = readPins(db, statementId);
  const marginMs = stated.marginMin * MINUTE_MS;
  const [fromMs, toMs] = [Date.parse(stated.from) - marginMs, Date.parse(stated.to) + marginMs];
  const known = new Map<number, OurRow>();
  const add = (one: OurRow): void => void known.set(one.seq, one);
  const inPeriod = db.prepare(SQL.period).iterate(fromMs, toMs, merchant, mode);
  for (const one of await gathered(inPeriod, oursIn)) add(one);
  await addNamed(db, whose, { rows, pins, known, add });
  const lastSeqs = new Map<IntentId, number>();
  const requests = createRequestRows(db, createEventStore(db));
  const lastSeq = db.prepare(SQL.lastSeq).pluck();
  const ours = Array.from(known.values(), (one) => {
    if (one.outcome !== 'unknown') return one;
    lastSeqs.set(one.intentId, z.int().parse(lastSeq.get(one.intentId)));
    return withFreshState(one, requests.find(one.intentId));
  });
  return { ours, rows, pins, lastSeqs };
}

async function gathered<T>(
  all: Iterable<unknown>,
  readOne: (raw: unknown) => T,
): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const piece of inPieces(all, PIECE)) for (const raw of piece) found.push(readOne(raw));
  return found;
}

/** Lets other questions of this thread in before each piece. */
async function* inPieces<T>(all: Iterable<T>, most: number): AsyncGenerator<readonly T[]> {
  let piece: T[] = [];
  for (const one of all) {
    piece.push(one);
    if (piece.length < most) continue;
    yield setImmediate(piece);
    piece = [];
  }
  yield piece;
}

type Naming = Pick<Sides, 'rows' | 'pins'> & {
  readonly known: ReadonlyMap<number, OurRow>;
  readonly add: (one: OurRow) => void;
};

/** Requests outside of the period that a row names by one of its ids, or that a row was linked to. */
async function addNamed(
  db: Database,
  whose: MerchantMode,
  { rows, pins, known, add }: Naming,
): Promise<void> {
  const { merchant, mode } = columnsOfMerchant(whose);
  const [orders, remotes, intents] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { orderId } of rows) if (orderId !== null) orders.add(orderId);
  for (const { remoteId } of rows) if (remoteId !== null) remotes.add(remoteId.toLowerCase());
  for (const { intentId } of pins) intents.add(intentId);
  // An order id may be used again outside of the period: only a remote id is known to be one request's.
  for (const { remoteId, intentId } of known.values()) {
    if (remoteId !== null) remotes.delete(remoteId.toLowerCase());
    intents.delete(intentId);
  }
  const seqs = new Set<number>();
  const lookUp = async (
    sql: string,
    keys: ReadonlySet<string>,
    ...more: readonly string[]
  ): Promise<void> => {
    const statement = db.prepare(sql).pluck();
    for await (const piece of inPieces(keys, KEYS_AT_ONCE)) {
      const found = seqsSchema.parse(statement.all(JSON.stringify(piece), ...more));
      for (const seq of found) if (!known.has(seq)) seqs.add(seq);
    }
  };
  await lookUp(SQL.byOrder, orders);
  await lookUp(SQL.byRemote, remotes, merchant);
  await lookUp(SQL.byIntent, intents);
  const bySeq = db.prepare(SQL.bySeq);
  for await (const piece of inPieces(seqs, KEYS_AT_ONCE)) {
    for (const raw of bySeq.all(JSON.stringify(piece), merchant, mode)) add(oursIn(raw));
  }
}

const seqsSchema = z.custom<readonly number[]>(Array.isArray);

type RawOurs = Omit<OurRow, 'isHeard' | 'isFlagged' | 'finding'> & {
  readonly isHeard: number;
  readonly isFlagged: number;
  readonly attention: number;
};

/** By statements of our own, a hundred thousand of them: only looked at. */
function isRawOurs(raw: unknown): raw is RawOurs {
  return typeof raw === 'object' && raw !== null && 'intentId' in raw;
}

/** Field by field: an object of one shape takes half the time and room of one that is spread. */
function oursIn(raw: unknown): OurRow {
  if (!isRawOurs(raw)) throw new Error('A row of the index could not be read.');
  return {
    intentId: raw.intentId,
    seq: raw.seq,
    atMs: raw.atMs,
    orderId: raw.orderId,
    remoteId: raw.remoteId,
    cents: raw.cents,
    currency: raw.currency,
    flow: raw.flow,
    customer: raw.customer,
    outcome: raw.outcome,
    resolution: raw.resolution,
    state: raw.state,
    isHeard: raw.isHeard === 1,
    isFlagged: raw.isFlagged === 1,
    finding: STATEMENT_FINDINGS.find((kind) => (raw.attention & bitOf(kind)) !== 0) ?? null,
  };
}

function theirsIn(document: unknown): TheirRow {
  return theirRowOf(readStatementDocument(String(document)));
}

/** What is compared of a row, without the cells. */
function theirRowOf({ at, ...row }: StatementRow): TheirRow {
  return {
    row: row.row,
    kind: row.kind,
    remoteId: row.remoteId,
    orderId: row.orderId,
    cents: row.cents,
    currency: row.currency,
    state: row.state,
    paidCents: row.paidCents,
    atMs: at === null ? null : Date.parse(at),
    customer: row.customer,
    feeCents: row.feeCents,
  };
}

function pinIn(raw: unknown): readonly Pin[] {
  const { row, intentId, how } = readMark(raw);
  return intentId === null || how === null ? [] : [{ row, intentId, how }];
}

/** Unknowns are read from the log itself: they are what is settled. */
function withFreshState(one: OurRow, request: DepositRequest | null): OurRow {
  if (request?.outcome !== 'unknown') return one;
  const { resolution, heard, late } = request;
  const isHeard = isSaidToExist({ heard, late });
  return { ...one, resolution: resolution?.kind ?? null, isHeard };
}
