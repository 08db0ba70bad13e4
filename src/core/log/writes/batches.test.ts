import { rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { BATCH_OUTCOMES, DEFAULT_PACE } from '#shared/domain/batch.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';

import {
  OPERATOR,
  chance,
  createDraftOf,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import {
  contentOf as logContentOf,
  restoredContent,
  taken as backedUp,
} from '../../testing/backedUpLog.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { nextOrderId } from '../../testing/numbering.ts';
import { openTestLog } from '../../testing/log.ts';
import { BATCH, planOf, rowOf } from '../../testing/plannedBatch.ts';
import { ownEventsIn, writeOwnEvents } from '../care/ownEvents.ts';
import {
  heldEvents,
  readCounters,
  readHeader,
  segmentFault,
  writeSegment,
} from '../care/segmentFile.ts';
import { contentOf } from '../store/batchRows.ts';
import { openDatabase } from '../store/database.ts';
import { orderDayOf } from '../store/orderId.ts';
import { logPathsOf } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { rowFaultOf } from '../testing/rowFault.ts';
import { createStore } from '../store/store.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const clock = manualClock();
let dataDir: string;
let log: LogPort;
beforeEach(async () => {
  dataDir = temporaryDir();
  log = await openTestLog(dataDir, { clock });
});
afterEach(() => log.close());

async function plan(...rows: readonly number[]): Promise<void> {
  await log.planBatch(BATCH, planOf(rows.length), rows.map(rowOf));
}

/** W1 of a row, under its first intent or another one. */
function prepareRow(row: number, intentId: IntentId = intent(`R-${row}`)) {
  return log.prepare({ ...preparedOf(`R-${row}`), intentId, batch: { batchId: BATCH, row } });
}

async function issueRow(row: number, stage: Parameters<LogPort['settle']>[1]): Promise<void> {
  await prepareRow(row);
  await log.markSending(intent(`R-${row}`), SENT);
  await log.settle(intent(`R-${row}`), stage, null);
}

const outcomes = async (): Promise<readonly string[]> =>
  (await log.batchRows(BATCH, [], 0, 100)).rows.map(({ outcome }) => outcome);

const queue = (row: number, intentId = intentIdSchema.parse(chance.uuid())) =>
  log.queueBatchRows(BATCH, OPERATOR, [{ row, intentId }]);

describe('a plan', () => {
  it('is in force with its last part: before it nothing of it is listed or issued', async () => {
    await log.planBatch(BATCH, planOf(3), [rowOf(2), rowOf(3)]);
    expect(await log.batches()).toEqual([]);
    expect(await log.batchRows(BATCH, [], 0, 10)).toEqual({ total: 0, rows: [] });
    expect(await prepareRow(2)).toMatchObject({ error: { code: 'batch_not_possible' } });
    // The part that is there is used up, and says so; only a whole plan is the same batch again.
    expect(await log.planBatch(BATCH, planOf(3), [rowOf(2)])).toMatchObject({
      error: { code: 'batch_broke_off' },
    });
    await log.planBatch(BATCH, null, [rowOf(4)]);
    expect(await log.planBatch(BATCH, planOf(3), [rowOf(2)])).toMatchObject({
      error: { code: 'batch_not_possible' },
    });
    expect(await log.batches()).toMatchObject([{ batchId: BATCH, counts: { waiting: 3 } }]);
    expect(await prepareRow(2)).toMatchObject({ ok: true });
  });

  it('is written once, and has no more rows than it says', async () => {
    expect(await log.planBatch(BATCH, null, [rowOf(2)])).toMatchObject({ ok: false });
    await plan(2, 3);
    expect(await log.planBatch(BATCH, planOf(1), [rowOf(9)])).toMatchObject({ ok: false });
    expect(await log.planBatch(BATCH, null, [rowOf(9)])).toMatchObject({ ok: false });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('is in a backup that has only the events since the last one, and a changed row is found out', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `old-${at}`);
    await Promise.all(names.map((name) => issueOne(log, name, UNKNOWN)));
    await backedUp(log);
    await plan(2, 3);
    await issueRow(2, acceptedAs('R-2'));
    const { name, kind } = await backedUp(log);
    expect(kind).toBe('segment');
    const paths = logPathsOf(dataDir);
    expect(restoredContent(paths, name)).toEqual(logContentOf(paths.file));

    const file = join(paths.backups, name);
    const changed = Array.from(heldEvents(file), (event) => ({
      ...event,
      attached: Buffer.from(String(event.attached ?? '').replace('cust-R-3', 'cust-X-3')),
    }));
    const [header, counters] = [readHeader(file), readCounters(file)];
    rmSync(file);
    writeSegment(file, header, counters, changed);
    expect(segmentFault(file)).toContain('row 3 of the plan');
  });

  it('keeps its order ids from being suggested or reserved again', async () => {
    const day = orderDayOf(clock.now(), { timeZone: 'UTC', dayCut: '00:00' });
    const numbering = { pattern: 'N-{counter}', flow: 'create' as const, day, after: 0 };
    const reserved = await log.reserveOrderIds({ ...numbering, randoms: ['', '', ''] });
    expect(reserved).toMatchObject({
      value: { orderIds: ['N-0001', 'N-0002', 'N-0003'], last: 3 },
    });
    const taken = { ...rowOf(2), draft: createDraftOf({ order_id: 'N-0004' }) };
    await log.planBatch(BATCH, planOf(1), [taken]);
    expect(await nextOrderId(log, { ...numbering, randoms: [''] })).toMatchObject({
      value: 'N-0005',
    });
  });

  it('is found again by its file and by the cells of its rows, unless nothing of them is at the provider', async () => {
    await plan(2, 3, 4);
    await issueRow(2, NOT_SENT);
    const of = (...rows: readonly number[]) =>
      rows.map((row) => Buffer.from(contentOf([`cust-R-${row}`, ''])).toString('hex'));
    const [same, other] = ['f'.repeat(64), '0'.repeat(64)];
    const found = { batchId: BATCH, name: 'customers.csv' };
    expect(await log.earlierBatches(other, of(2, 3, 4, 9))).toMatchObject([
      { ...found, isSameFile: false, sharedRows: 2 },
    ]);
    expect(await log.earlierBatches(other, of(2, 3, 4, 8, 9))).toEqual([]);
    expect(await log.earlierBatches(same, of(2, 3, 8, 9, 10))).toMatchObject([
      { ...found, isSameFile: true, sharedRows: 1 },
    ]);
    expect(await log.earlierBatches(same, of(2))).toEqual([]);
    // As for `Queue again`: the operator did not find it at the provider.
    await issueRow(3, UNKNOWN);
    expect(await log.earlierBatches(same, of(3))).toHaveLength(1);
    await log.resolve([intent('R-3')], { kind: 'absent' }, OPERATOR, '');
    expect(await log.earlierBatches(same, of(3))).toEqual([]);
  });
});

describe('W1 of a row', () => {
  it('is refused under another intent, of another row, and after the stop', async () => {
    await plan(2, 3);
    const refused = { error: { code: 'batch_not_possible' } };
    expect(await prepareRow(2, intent('other'))).toMatchObject(refused);
    expect(await prepareRow(2, intent('R-3'))).toMatchObject(refused);
    expect(await prepareRow(2)).toMatchObject({ value: { request: { batch: { row: 2 } } } });
    await log.stopBatch(BATCH, OPERATOR);
    expect(await prepareRow(3)).toMatchObject(refused);
    expect(await outcomes()).toEqual(['in_flight', 'cancelled']);
    expect(await log.stopBatch(BATCH, OPERATOR)).toMatchObject(refused);
    expect(await log.resumeBatch(BATCH, OPERATOR, DEFAULT_PACE)).toMatchObject(refused);
  });

  it('records the note of the row with it', async () => {
    await plan(2);
    const body = { ...preparedOf('R-2'), batch: { batchId: BATCH, row: 2 } };
    await log.prepare(body, 'call first');
    const history = await log.history(intent('R-2'));
    expect(history?.events).toMatchObject([
      { kind: 'prepared' },
      { kind: 'noted', text: 'call first' },
    ]);
  });
});

describe('Queue again', () => {
  it('takes what was not sent, rejected or refused, once, under a new intent', async () => {
    await plan(2, 3);
    await issueRow(2, NOT_SENT);
    const refusal = { code: 'above_maximum', detail: null };
    await log.refuseBatchRow({ batchId: BATCH, row: 3 }, 1, refusal);
    expect(await log.repeatableRows(BATCH, 0, 10)).toEqual([2, 3]);
    const fresh = intent('second');
    expect(await queue(2, fresh)).toEqual({ ok: true, value: ['not_sent'] });
    expect(await queue(2)).toEqual({ ok: true, value: [] });
    expect(await queue(3)).toEqual({ ok: true, value: ['refused'] });
    expect((await log.batchRows(BATCH, [], 0, 10)).rows).toMatchObject([
      { outcome: 'waiting', attempt: 2, intentId: fresh, reasonCode: null },
      { outcome: 'waiting', attempt: 2, reasonCode: null },
    ]);
    expect(await prepareRow(2, fresh)).toMatchObject({ ok: true });
  });

  it('never takes an unknown unless it was found absent and the provider has not answered since', async () => {
    await plan(2, 3);
    await issueRow(2, UNKNOWN);
    await issueRow(3, UNKNOWN);
    expect(await queue(2)).toEqual({ ok: true, value: [] });
    const ids = [intent('R-2'), intent('R-3')];
    await log.resolve(ids, { kind: 'absent' }, OPERATOR, '');
    const answer = { httpStatus: 200, headers: [], body: '', elapsedMs: 1 };
    await log.recordLateAnswer(intent('R-3'), acceptedAs('R-3'), answer);
    expect(await log.repeatableRows(BATCH, 0, 10)).toEqual([2]);
    expect(await queue(2)).toEqual({ ok: true, value: ['unknown'] });
    expect(await queue(3)).toEqual({ ok: true, value: [] });
  });

  it('takes nothing of a stopped batch, and no row that was accepted', async () => {
    await plan(2, 3);
    await issueRow(2, acceptedAs('R-2'));
    await issueRow(3, NOT_SENT);
    expect(await queue(2)).toEqual({ ok: true, value: [] });
    await log.stopBatch(BATCH, OPERATOR);
    expect(await queue(3)).toEqual({ ok: true, value: [] });
  });
});

describe('a row', () => {
  it('is handed out with the first copy that was read back', async () => {
    await plan(2, 3);
    await issueRow(2, acceptedAs('R-2'));
    await issueRow(3, acceptedAs('R-3'));
    const copy = { operator: OPERATOR, part: 'message' as const, text: 'pay' };
    await log.recordCopy(intent('R-2'), { ...copy, readBack: 'different' });
    await log.recordCopy(intent('R-2'), copy);
    await log.recordCopy(intent('R-2'), { ...copy, part: 'support', readBack: 'same' });
    expect(await log.nextToHandOut(BATCH, 0)).toMatchObject({ row: 2, handedOutAt: null });
    await log.recordCopy(intent('R-2'), { ...copy, readBack: 'same' });
    expect(await log.nextToHandOut(BATCH, 0)).toMatchObject({ row: 3 });
    expect(await log.nextToHandOut(BATCH, 3)).toBeNull();
    expect(await log.batch(BATCH)).toMatchObject({ handedOut: 1 });
  });
});

describe('the log', () => {
  /** Some of everything that a batch records. */
  async function busyBatch(): Promise<void> {
    await plan(2, 3, 4);
    await issueRow(2, acceptedAs('R-2'));
    const copy = {
      operator: OPERATOR,
      part: 'number' as const,
      text: '1',
      readBack: 'same' as const,
    };
    await log.recordCopy(intent('R-2'), copy);
    await issueRow(3, NOT_SENT);
    await queue(3);
    await log.refuseBatchRow({ batchId: BATCH, row: 4 }, 1, { code: 'order_open', detail: 'R-4' });
    await log.resumeBatch(BATCH, OPERATOR, { ...DEFAULT_PACE, atOnce: 7 });
  }

  it('keeps the rows of plans through a rebuild, and gives the rest from the events', async () => {
    await busyBatch();
    const before = await log.batchRows(BATCH, [], 0, 10);
    expect(before.rows).toMatchObject([
      { outcome: 'accepted' },
      { attempt: 2 },
      { outcome: 'refused' },
    ]);
    await log.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    db.transaction(() => rebuildProjection(db)).immediate();
    db.close();
    log = await openTestLog(dataDir, { clock });
    expect(await log.batchRows(BATCH, [], 0, 10)).toEqual(before);
    expect(await log.batch(BATCH)).toMatchObject({ pace: { atOnce: 7 }, handedOut: 1 });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('reads the same of a batch and of its requests after the next start, and verifies', async () => {
    await busyBatch();
    const { merchant, mode } = profileOf();
    const whose = { merchant, mode };
    const orders = ['R-2', 'R-3', 'U-1', 'U-2', 'other'];
    await issueOne(log, 'U-1', UNKNOWN);
    await issueOne(log, 'U-2', UNKNOWN);
    await issueOne(log, 'U-3', acceptedAs('U-3'));
    await log.resolve([intent('U-1')], { kind: 'absent' }, OPERATOR, '');
    const contents = [2, 3].map((row) => Buffer.from(contentOf([`cust-R-${row}`])).toString('hex'));
    const reads = async (): Promise<unknown> => ({
      batches: await log.batches(),
      rows: await log.batchRows(BATCH, [], 0, 10),
      report: await log.batchReportRows(BATCH, BATCH_OUTCOMES, 0, 10),
      repeatable: await log.repeatableRows(BATCH, 0, 10),
      waiting: await log.waitingRows(BATCH, 0, 10),
      unstopped: await log.unstoppedBatches(whose),
      earlier: await log.earlierBatches('0'.repeat(64), contents),
      orders: await log.ordersInUse(whose, orders),
      recent: await log.recentRequests(whose, '2000-01-01T00:00:00.000Z', null),
      unanswered: await log.unansweredRequests(whose),
    });
    const before = await reads();
    expect(before).toMatchObject({
      repeatable: [4],
      unstopped: [BATCH],
      orders: [{ orderId: 'R-2' }, { orderId: 'R-3', otherBatchId: BATCH }, { orderId: 'U-2' }],
      recent: { requests: { length: 3 } },
    });
    await log.close();
    log = await openTestLog(dataDir, { clock });
    expect(await reads()).toEqual(before);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    expect(await queue(4)).toEqual({ ok: true, value: ['refused'] });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it.each([
    [
      'a frozen row',
      "UPDATE batch_row SET document = replace(document, 'cust', 'mine') WHERE row = 3",
    ],
    ['its order id', "UPDATE batch_row SET order_id = 'other' WHERE row = 3"],
    ['its removal', 'DELETE FROM batch_row WHERE row = 4'],
    ['the intent of a row', "UPDATE batch_attempt SET intent_id = 'other' WHERE row = 3"],
    ['an attempt that is gone', 'DELETE FROM batch_attempt WHERE row = 4'],
    ['a refusal that is gone', 'UPDATE batch_attempt SET refusal = NULL'],
    [
      'a tick that was never set',
      "UPDATE batch_attempt SET handed_at = '2026-01-01T00:00:00.000Z' WHERE row = 3",
    ],
    ['a stop that was never pressed', "UPDATE batch SET stopped = 'operator'"],
  ])('finds a change of %s when it is verified', async (_, sql) => {
    await busyBatch();
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await log.close();
    const db = new Database(logPathsOf(dataDir).file);
    db.exec(`DROP TRIGGER batch_row_is_not_changed; DROP TRIGGER batch_row_is_not_deleted; ${sql}`);
    db.close();
    log = await openTestLog(dataDir, { clock });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'projection_differs' } });
  });

  it('takes the rows of plans along where it is put together from the events of a damaged one', async () => {
    await busyBatch();
    const paths = logPathsOf(dataDir);
    const own = ownEventsIn(paths, paths.file, null);
    if (own === null) throw new Error('no events');
    const target = logPathsOf(temporaryDir()).file;
    writeOwnEvents(own, target);
    const store = createStore(openDatabase(target));
    expect(store.db.prepare('SELECT count(*) FROM batch_row').pluck().get()).toBe(3);
    expect(rowFaultOf(store)).toBeNull();
    store.db.close();
  });

  it('does not let a frozen row be changed or removed', async () => {
    await plan(2);
    const db = new Database(logPathsOf(dataDir).file);
    expect(() => db.exec("UPDATE batch_row SET document = '{}'")).toThrow('append-only');
    expect(() => db.exec('DELETE FROM batch_row')).toThrow('append-only');
    db.close();
  });

  it('stops every batch of a backup that is restored: its rows may have been issued since', async () => {
    await busyBatch();
    const backup = await log.backUp();
    await log.resumeBatch(BATCH, OPERATOR, DEFAULT_PACE);
    const day = orderDayOf(clock.now(), { timeZone: 'UTC', dayCut: '00:00' });
    const numbering = {
      pattern: 'N-{counter}',
      flow: 'create' as const,
      day,
      randoms: [''],
      after: 0,
    };
    await nextOrderId(log, numbering);
    await log.restore(backup.ok ? backup.value.name : '', OPERATOR);
    await log.acknowledgeRestore(OPERATOR);
    expect(await log.batch(BATCH)).toMatchObject({ stopped: 'restored', repeatable: 0 });
    expect((await log.batchRows(BATCH, ['cancelled'], 0, 10)).rows).toMatchObject([
      { row: 3, reasonCode: 'restored', mayQueueAgain: false },
    ]);
    expect(await nextOrderId(log, numbering)).toEqual({ ok: true, value: 'N-200001' });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });
});
