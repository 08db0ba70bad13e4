import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { intentIdSchema } from '#shared/domain/ids.ts';

import {
  OPERATOR,
  chance,
  intent,
  manualClock,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { SENT, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { BATCH, planOf, rowOf } from '../../testing/plannedBatch.ts';
import { logPathsOf } from '../store/paths.ts';
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

async function issueRow(row: number, stage: Parameters<LogPort['settle']>[1]): Promise<void> {
  const intentId = intent(`R-${row}`);
  await log.prepare({ ...preparedOf(`R-${row}`), intentId, batch: { batchId: BATCH, row } });
  await log.markSending(intentId, SENT);
  await log.settle(intentId, stage, null);
}

const queue = (row: number) =>
  log.queueBatchRows(BATCH, OPERATOR, [{ row, intentId: intentIdSchema.parse(chance.uuid()) }]);

it('a row is to be handed out again once its tick was undone, and the request was never copied', async () => {
  await plan(2, 3);
  await issueRow(2, acceptedAs('R-2'));
  const copy = { operator: OPERATOR, part: 'message' as const, text: 'pay' };
  await log.recordCopy(intent('R-2'), { ...copy, readBack: 'same' });
  const undone = await log.recordCopy(intent('R-2'), { ...copy, text: '', readBack: 'undone' });
  expect(undone).toMatchObject({ value: { lastCopiedAt: null } });
  expect(await log.nextToHandOut(BATCH, 0)).toMatchObject({ row: 2, handedOutAt: null });
  expect(await log.batch(BATCH)).toMatchObject({ handedOut: 0 });
  expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  clock.advance(1000);
  await log.recordCopy(intent('R-2'), { ...copy, readBack: 'same' });
  const again = clock.now().toISOString();
  expect((await log.batchRows(BATCH, [], 0, 1)).rows).toMatchObject([{ handedOutAt: again }]);
});

describe('the list of interrupted requests', () => {
  const CUT_OFF = {
    outcome: 'not_sent',
    reason: { code: 'interrupted_before_sending', httpStatus: null, detail: null },
  } as const;
  const listed = async () => (await log['recovery.report']()).value.map(({ intentId }) => intentId);

  it('ends for good when the last of its rows was queued again', async () => {
    await plan(2, 3);
    await issueRow(2, CUT_OFF);
    await issueRow(3, CUT_OFF);
    expect(await listed()).toEqual([intent('R-2'), intent('R-3')]);
    await queue(2);
    expect(await listed()).toEqual([intent('R-3')]);
    await queue(3);
    expect(await listed()).toEqual([]);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    // A mark that stayed would keep their requisites from ever being erased.
    const db = new Database(logPathsOf(dataDir).file, { readonly: true });
    const marked = db.prepare('SELECT count(*) FROM request WHERE is_interrupted = 1').pluck();
    expect(marked.get()).toBe(0);
    db.close();
  });

  it('keeps a typed request that was interrupted as well', async () => {
    await plan(2);
    await issueRow(2, CUT_OFF);
    await issueOne(log, 'typed', CUT_OFF);
    await queue(2);
    expect(await listed()).toEqual([intent('typed')]);
  });
});
