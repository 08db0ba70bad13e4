import { rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { amountOf, isCopyLocked } from '#shared/domain/request.ts';
import { NO_COUNTS, type StatementRecord, type StatementRow } from '#shared/domain/statement.ts';
import type { SettleItem } from '#shared/domain/statementComparison.ts';

import { statedOf } from '../../statements/testing/rows.ts';
import {
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { contentOf, restoredContent, taken as backedUp } from '../../testing/backedUpLog.ts';
import { UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { ownEventsIn, writeOwnEvents } from '../care/ownEvents.ts';
import { openDatabase } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { rowFaultOf } from '../testing/rowFault.ts';
import { createStore } from '../store/store.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const STATEMENT = '00000000-0000-4000-8000-0000000000c1';
const SHA256 = 'e'.repeat(64);
const clock = manualClock();
let dataDir: string;
let log: LogPort;
beforeEach(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir, { clock });
});
afterEach(() => log.close());

function recordOf(rows: number): StatementRecord {
  const { id: profileId, name: profileName, mode, merchant } = profileOf();
  return {
    // Not in the order of the schema: no rebuild may depend on it.
    counts: NO_COUNTS,
    rows,
    operator: OPERATOR,
    stated: statedOf(),
    mapping: { unit: 'major', fields: { order_id: { from: 'column', column: 0 } } },
    headers: ['Order'],
    sha256: SHA256,
    file: 'day.csv',
    merchant,
    mode,
    profileName,
    profileId,
  };
}

function rowOf(row: number, orderId = `S-${row}`): StatementRow {
  const none = { state: null, paidCents: null, at: null, customer: null, feeCents: null };
  const ids = { remoteId: `r-${row}`, orderId };
  const amount = { cents: 150_000, currency: 'RUB' };
  return { row, kind: 'deposit', ...ids, ...amount, ...none, problems: [], cells: [orderId] };
}

async function recorded(...rows: readonly StatementRow[]): Promise<void> {
  await log.addStatementRows(STATEMENT, rows);
  expect(await log.recordStatement(STATEMENT, recordOf(rows.length))).toMatchObject({ ok: true });
}

const link = (row: number, name: string) =>
  log.decideStatement(STATEMENT, OPERATOR, 'seen in the cabinet', [
    { row, kind: 'link', to: intent(name), how: 'by_hand' },
  ]);

/** As a preview pins it. */
async function pinned(name: string, item: Partial<SettleItem> = {}): Promise<SettleItem> {
  const db = new Database(logPathsOf(dataDir).file, { readonly: true });
  const sql = 'SELECT last_seq FROM request WHERE intent_id = ?';
  const lastSeq = Number(db.prepare(sql).pluck().get(intent(name)));
  db.close();
  const found = { kind: 'found' as const, row: 2, remoteId: `remote-${name}` };
  return { intentId: intent(name), orderId: name, ...found, lastSeq, ...item };
}
const settle = (...items: readonly SettleItem[]) =>
  log.settleByStatement(STATEMENT, items, OPERATOR, 'by the statement');

function fault(): string | null {
  const store = createStore(openDatabase(logPathsOf(dataDir).file));
  try {
    return rowFaultOf(store);
  } finally {
    store.db.close();
  }
}

describe('a statement', () => {
  it('is on record with the event that completes it, and only once', async () => {
    await log.addStatementRows(STATEMENT, [rowOf(2), rowOf(3)]);
    expect((await log['statement.list']({ profileId: null })).value).toEqual([]);
    expect(await log.recordStatement(STATEMENT, recordOf(3))).toMatchObject({
      error: { code: 'statement_not_possible' },
    });
    await log.addStatementRows(STATEMENT, [rowOf(5)]);
    const first = await log.recordStatement(STATEMENT, recordOf(3));
    clock.advance(1000);
    expect(await log.recordStatement(STATEMENT, recordOf(3))).toEqual(first);
    expect((await log['statement.list']({ profileId: null })).value).toMatchObject([
      { statementId: STATEMENT, rows: 3 },
    ]);
    expect(await log.statementOfFile(profileOf().id, SHA256)).toMatchObject({ file: 'day.csv' });
    expect(await log.addStatementRows(STATEMENT, [rowOf(9)])).toMatchObject({ ok: false });
  });

  it('keeps decisions about its rows', async () => {
    await issueOne(log, 'D-1', acceptedAs('D-1'));
    await issueOne(log, 'D-2', acceptedAs('D-2'));
    await recorded(rowOf(2), rowOf(3));
    expect(await link(2, 'D-1')).toEqual({ ok: true, value: 1 });
    expect(await link(2, 'D-1')).toEqual({ ok: true, value: 0 });
    expect(await link(2, 'D-2')).toMatchObject({ error: { detail: 'row 2 is linked already' } });
    expect(await link(4, 'D-2')).toMatchObject({ error: { detail: 'there is no row 4' } });
    expect(await link(3, 'D-3')).toMatchObject({ ok: false });
    const decisions = [
      { row: 2, kind: 'unlink' as const },
      { row: 3, kind: 'flag' as const, flagged: true },
      { row: 3, kind: 'note' as const, text: 'asked them' },
    ];
    const decided = await log.decideStatement(STATEMENT, OPERATOR, '', decisions);
    expect(decided).toEqual({ ok: true, value: 3 });
    expect(await link(2, 'D-2')).toEqual({ ok: true, value: 1 });
  });

  it('is not linked to a request of another merchant', async () => {
    const merchant = '99999999-2222-4333-8444-555555555555';
    await log.prepare(preparedOf('M-1', { merchant }));
    await recorded(rowOf(2));
    expect(await link(2, 'M-1')).toMatchObject({
      error: { detail: 'row 2: the request is of another merchant or mode' },
    });
  });
});

describe('settling by a statement', () => {
  beforeEach(async () => {
    await issueOne(log, 'U-1', UNKNOWN);
    await issueOne(log, 'U-2', UNKNOWN);
    await recorded(rowOf(2));
  });

  it('records the ordinary resolution with the file and the row', async () => {
    const absent = { kind: 'absent', row: null, remoteId: null } as const;
    const done = await settle(await pinned('U-1'), await pinned('U-2', absent));
    expect(done).toMatchObject({ ok: true, value: { settled: [{}, {}], skipped: [] } });
    const statement = { statementId: STATEMENT, sha256: SHA256 };
    expect(await log.find(intent('U-1'))).toMatchObject({
      outcome: 'unknown',
      resolution: { kind: 'found', remoteId: 'remote-U-1', statement: { ...statement, row: 2 } },
    });
    const history = await log.history(intent('U-2'));
    expect(history?.events.at(-1)).toMatchObject({
      kind: 'resolved',
      resolution: {
        kind: 'absent',
        operator: OPERATOR,
        note: 'by the statement',
        statement: { ...statement, row: null },
      },
    });
    expect(await log.unanswered()).toBe(0);
  });

  it('skips a request that anything was recorded about since the preview, and settles the others', async () => {
    const items = [await pinned('U-1'), await pinned('U-2')];
    await log['request.note']({ intentId: intent('U-1'), text: 'the customer called' }, OPERATOR);
    const skipped = [{ intentId: intent('U-1'), why: 'changed' }];
    expect(await settle(...items)).toMatchObject({ value: { settled: [{}], skipped } });
    expect(await log.find(intent('U-1'))).toMatchObject({ resolution: null });
  });

  it('keeps the requisites and the other amount of a late answer with the same id', async () => {
    const id = 'aaaaaaaa-2222-4333-8444-555555555555';
    const late = acceptedAs('U-1', { id, amount_cents: 150_037, payment_data: { number: '1' } });
    const answer = { httpStatus: 200, headers: [], body: '{}', elapsedMs: 1 };
    await log.recordLateAnswer(intent('U-1'), late, answer);
    const done = await settle(await pinned('U-1', { remoteId: id.toUpperCase() }));
    const [found] = done.ok ? done.value.settled : [];
    expect(found).toMatchObject({ resolution: { remoteId: id, typedByHand: { number: '1' } } });
    if (found === undefined) throw new Error('not settled');
    expect([amountOf(found).cents, isCopyLocked(found)]).toEqual([150_037, true]);
  });

  it('settles none twice, whatever is asked for twice', async () => {
    const item = await pinned('U-1');
    await settle(item, item);
    expect(await settle(item)).toMatchObject({
      value: { settled: [], skipped: [{ why: 'changed' }] },
    });
    const history = await log.history(intent('U-1'));
    expect(history?.events.filter(({ kind }) => kind === 'resolved')).toHaveLength(1);
  });

  it('takes no id that another request has', async () => {
    const remoteId = 'remote-shared';
    const items = [await pinned('U-1', { remoteId }), await pinned('U-2', { remoteId })];
    const skipped = [{ intentId: intent('U-2'), why: 'taken' }];
    expect(await settle(...items)).toMatchObject({ value: { settled: [{}], skipped } });
  });

  it('goes on after the process was killed between two pieces', async () => {
    const items = [await pinned('U-1'), await pinned('U-2')];
    await settle(...items.slice(0, 1));
    await log.close();
    log = await openTestLog(dataDir, { clock });
    const again = await settle(...items);
    expect(again).toMatchObject({ value: { settled: [{ intentId: intent('U-2') }] } });
    expect(await log.unanswered()).toBe(0);
  });
});

describe('the rows of a statement', () => {
  beforeEach(async () => {
    await issueOne(log, 'A-1', acceptedAs('A-1'));
    await log.addStatementRows(STATEMENT, [rowOf(2), rowOf(3)]);
    await log.addStatementRows(STATEMENT, [rowOf(7)]);
    await log.recordStatement(STATEMENT, recordOf(3));
    await link(2, 'A-1');
  });

  it('are neither changed nor deleted', async () => {
    await log.close();
    const db = new Database(logPathsOf(dataDir).file);
    expect(() => db.exec('DELETE FROM statement_row')).toThrow('append-only');
    expect(() => db.exec("UPDATE statement_row SET document = ''")).toThrow('append-only');
    db.close();
    log = await openTestLog(dataDir, { clock });
  });

  it('stay through a rebuild, which comes to the same', async () => {
    await log.close();
    const { file } = logPathsOf(dataDir);
    const before = contentOf(file);
    const db = openDatabase(file);
    db.transaction(() => rebuildProjection(db))();
    db.close();
    expect(contentOf(file)).toEqual(before);
    log = await openTestLog(dataDir, { clock });
  });

  it.each([
    ['a changed row', `UPDATE statement_row SET document = replace(document, '150000', '950000')`],
    ['a removed row', 'DELETE FROM statement_row WHERE row = 7'],
    [
      'an added row',
      `INSERT INTO statement_row SELECT statement_id, 8, seq, salt, document FROM statement_row WHERE row = 7`,
    ],
    ['another record', `UPDATE statement SET record = replace(record, 'day.csv', 'other.csv')`],
    ['a forged link', 'UPDATE statement_mark SET row = 3'],
  ])('are held against their digests by Verify, which finds %s', async (_, sql) => {
    await log.close();
    expect(fault()).toBeNull();
    const db = new Database(logPathsOf(dataDir).file);
    db.exec('DROP TRIGGER statement_row_is_not_changed; DROP TRIGGER statement_row_is_not_deleted');
    db.exec(sql);
    db.close();
    expect(fault()).toMatch(/statement/u);
    log = await openTestLog(dataDir, { clock });
  });

  it('come back from a segment, and from the events of a damaged log', async () => {
    const old = Array.from({ length: 60 }, (_, at) => `old-${at}`);
    await Promise.all(old.map((name) => issueOne(log, name, UNKNOWN)));
    await backedUp(log);
    clock.advance(1000);
    const second = STATEMENT.replace('c1', 'c2');
    await log.addStatementRows(second, [rowOf(2, '=1+1 "quoted"'), rowOf(3)]);
    await log.recordStatement(second, recordOf(2));
    const segment = await backedUp(log);
    expect(segment.kind).toBe('segment');
    await log.close();
    const paths = logPathsOf(dataDir);
    const content = contentOf(paths.file);
    expect(restoredContent(paths, segment.name)).toEqual(content);
    rmSync(paths.backups, { recursive: true });
    const own = ownEventsIn(paths, paths.file, null);
    if (own === null) throw new Error('nothing is offered');
    const target = join(temporaryDir(), 'own.sqlite');
    writeOwnEvents(own, target);
    expect(contentOf(target)).toEqual(content);
    log = await openTestLog(dataDir, { clock });
  });
});
