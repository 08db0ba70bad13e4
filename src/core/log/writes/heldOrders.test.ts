import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type BatchPlan, DEFAULT_PACE } from '#shared/domain/batch.ts';
import { whereTo } from '#shared/domain/profile.ts';

import {
  OPERATOR,
  createDraftOf,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, SENT, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import type { PlannedRow } from '../store/batchRows.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const [FIRST, SECOND] = [
  '00000000-0000-4000-8000-0000000000b1',
  '00000000-0000-4000-8000-0000000000b2',
];
const profile = profileOf();
let log: LogPort;
beforeEach(async () => {
  log = await openTestLog(temporaryDir(), { clock: manualClock() });
});
afterEach(() => log.close());

function planOf(rows: number): BatchPlan {
  return {
    profileId: profile.id,
    profileName: profile.name,
    ...whereTo(profile),
    flow: 'create',
    file: null,
    sha256: 'f'.repeat(64),
    headers: [],
    operator: OPERATOR,
    pace: DEFAULT_PACE,
    rows,
    totals: [],
    limitsSnapshotId: null,
  };
}

const rowOf = (batchId: string, row: number): PlannedRow => ({
  row,
  intentId: intent(`${batchId} ${row}`),
  cells: [],
  fields: {},
  draft: createDraftOf({ order_id: `R-${row}` }),
});

function plan(batchId: string, rows: readonly number[], changes: Partial<BatchPlan> = {}) {
  const planned = rows.map((row) => rowOf(batchId, row));
  return log.planBatch(batchId, { ...planOf(rows.length), ...changes }, planned);
}

function prepareRow(batchId: string, row: number) {
  const { intentId } = rowOf(batchId, row);
  return log.prepare({ ...preparedOf(`R-${row}`), intentId, batch: { batchId, row } });
}

const HELD = { ok: false, error: { code: 'order_held', detail: 'R-2' } };

describe('an order id that another request or plan of this merchant and mode has', () => {
  it('keeps a plan from being frozen', async () => {
    await plan(FIRST, [2, 3]);
    expect(await plan(SECOND, [4, 2])).toMatchObject(HELD);
    await log.stopBatch(FIRST, OPERATOR);
    await issueOne(log, 'R-2', acceptedAs('R-2'));
    expect(await plan(SECOND, [4, 2])).toMatchObject(HELD);
    const mode = profile.mode === 'live' ? 'sandbox' : 'live';
    expect(await plan(SECOND, [4, 2], { mode })).toMatchObject({ ok: true });
  });

  it('is refused at W1 of a row, whatever was known when the plan was frozen', async () => {
    await plan(FIRST, [2, 3]);
    await issueOne(log, 'R-2', acceptedAs('R-2'));
    expect(await prepareRow(FIRST, 2)).toMatchObject(HELD);
    expect(await prepareRow(FIRST, 3)).toMatchObject({ ok: true });
  });

  it('is free again once its row was not sent or refused, or its batch was stopped', async () => {
    await plan(FIRST, [2, 3, 4]);
    await prepareRow(FIRST, 2);
    const { intentId } = rowOf(FIRST, 2);
    await log.markSending(intentId, SENT);
    await log.settle(intentId, NOT_SENT, null);
    const refusal = { code: 'order_held', detail: 'R-3' };
    await log.refuseBatchRow({ batchId: FIRST, row: 3 }, 1, refusal);
    expect(await plan(SECOND, [2, 3, 4])).toMatchObject({ error: { detail: 'R-4' } });
    await log.stopBatch(FIRST, OPERATOR);
    expect(await plan(SECOND, [2, 3, 4])).toMatchObject({ ok: true });
  });
});
