import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Batch } from '#shared/domain/batch.ts';
import { type LogFilter, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { memoryImports, readyRowsOf } from '../testing/memoryImports.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import {
  PACE,
  ROWS,
  accepting,
  batchDesk,
  importId,
  rejecting,
  silence,
} from './testing/batchDesk.ts';

const { of, start, started, get, rowsOf, ordersAt, restart, open, close } = batchDesk();
beforeEach(open);
afterEach(close);

const until = (batchId: string, state: Batch['state']) =>
  expect.poll(async () => (await get(batchId)).state).toBe(state);

describe('a batch', () => {
  it('issues every row once, in the order of the file, and its requests say which row they are of', async () => {
    const startedMs = performance.now();
    const batchId = await started();
    await until(batchId, 'done');
    const rows = await rowsOf(batchId);
    expect(ordersAt()).toEqual(rows.map(({ orderId }) => orderId));
    expect(new Set(ordersAt()).size).toBe(ROWS);
    const told = of().desk.events.filter(({ name }) => name === 'request.changed');
    expect(told.at(-1)).toMatchObject({
      request: { batch: { batchId, row: ROWS + 1 }, outcome: 'accepted' },
    });
    expect(await get(batchId)).toMatchObject({
      counts: { accepted: ROWS, waiting: 0 },
      file: 'customers.csv',
      pause: null,
      repeatable: 0,
    });
    const heard = () => of().desk.events.filter(({ name }) => name === 'batch.changed').length;
    await expect.poll(heard).toBeGreaterThan(0);
    expect(heard()).toBeLessThanOrEqual((performance.now() - startedMs) / 250);
    expect(of().desk.events).toContainEqual({
      name: 'import.progress',
      owner: null,
      progress: { importId, step: 'freezing', done: ROWS, total: ROWS },
    });
  });

  it('opens a connection for each row, and leaves the ready one to the operator', async () => {
    const { desk, provider } = of();
    const carried = () => provider.posts().length + provider.gets().length;
    await desk.client.call('issue.prepare', { profileId: SANDBOX });
    await expect.poll(() => provider.connections() - carried()).toBe(1);
    await until(await started(), 'done');
    expect(provider.posts()).toHaveLength(ROWS);
    expect(provider.connections() - carried()).toBe(1);
    await desk.issue('typed');
    await expect.poll(() => provider.posts().length).toBe(ROWS + 1);
    expect(provider.connections() - carried()).toBe(0);
  });

  it('is found in the Log by itself, and its requests are named after it', async () => {
    const batchId = await started();
    await until(batchId, 'done');
    await of().desk.issue('typed');
    const found = async (filter: Partial<LogFilter>): Promise<number> => {
      const range = { kind: 'all' } as const;
      const query = { text: '', filter: { ...NO_FILTER, ...filter }, range, sort: NEWEST_FIRST };
      const asked = { query: { ...query, dayProfileId: SANDBOX }, pageSize: 50 };
      const reply = await of().desk.client.call('log.search', { searchId: randomUUID(), ...asked });
      return reply.ok ? reply.value.rows.length : -1;
    };
    await expect.poll(() => found({})).toBe(ROWS + 1);
    expect(await found({ batches: [batchId] })).toBe(ROWS);
    expect(await found({ batches: [batchId], outcomes: ['rejected'] })).toBe(0);
    expect(await found({ fromBatches: true })).toBe(ROWS);
    expect(await found({ batches: [randomUUID()] })).toBe(0);
    const name = { batchId, file: 'customers.csv' };
    const asked = { batchIds: [batchId, randomUUID()] };
    expect(await of().desk.client.call('batch.names', asked)).toMatchObject({ value: [name] });
    expect(await of().desk.client.call('log.facets', {})).toMatchObject({
      value: { batches: [name] },
    });
    const [row] = await rowsOf(batchId);
    if (row === undefined) throw new Error('The batch has no rows');
    const { intentId } = row;
    const history = await of().desk.client.call('log.history', { intentId });
    const events = history.ok ? history.value.events : [];
    expect(events[0]).toMatchObject({ kind: 'prepared', batchRow: row.row });
  });

  it('is handed over while it is paused, has an unknown, or rows to hand out', async () => {
    const handedOver = async () => {
      const reply = await of().desk.client.call('handOver.report', { profileId: SANDBOX });
      return reply.ok ? reply.value.batches : null;
    };
    expect(await handedOver()).toEqual([]);
    const done = await started();
    await until(done, 'done');
    const left = { batchId: done, state: 'done', waiting: 0, unknown: 0, toHandOut: ROWS };
    expect(await handedOver()).toMatchObject([left]);
    of().answer = silence;
    const cut = await started();
    await expect.poll(() => of().provider.posts().length).toBe(ROWS + 1);
    expect(await handedOver()).toMatchObject([
      { batchId: cut, state: 'running', waiting: ROWS },
      left,
    ]);
    await restart();
    const paused = { batchId: cut, state: 'paused', waiting: ROWS - 1, unknown: 1, toHandOut: 0 };
    expect(await handedOver()).toMatchObject([paused, left]);
    const [row] = await rowsOf(cut);
    if (row === undefined) throw new Error('The batch has no rows');
    await of().desk.client.call('request.resolve', {
      intentIds: [row.intentId],
      finding: { kind: 'absent' },
      note: 'asked',
    });
    expect(await handedOver()).toMatchObject([{ ...paused, unknown: 0 }, left]);
  });

  it('is one however often its button is pressed, and is not begun with another number', async () => {
    const batchId = randomUUID();
    expect(await start(PACE, ROWS - 1)).toMatchObject({ error: { code: 'batch_count_differs' } });
    const [one, two] = await Promise.all([start(PACE, ROWS, batchId), start(PACE, ROWS, batchId)]);
    expect([one.ok, two.ok]).toEqual([true, true]);
    await until(batchId, 'done');
    expect(await start(PACE, ROWS, batchId)).toMatchObject({ value: { state: 'done' } });
    expect(of().provider.posts()).toHaveLength(ROWS);
    expect(await of().desk.client.call('batch.list', {})).toMatchObject({ value: [{ batchId }] });
  });

  it('gives a row without an order id none that a later row of the file has', async () => {
    const day = new Date().toISOString().slice(5, 10).replace('-', '');
    const named = (at: number) => ({
      customer: `cust-${at}`,
      order: at === 5 ? `D-${day}-0002` : '',
    });
    of().imports = memoryImports(readyRowsOf(SANDBOX, ROWS, named));
    const batchId = await started();
    await until(batchId, 'done');
    expect(new Set(ordersAt()).size).toBe(ROWS);
  });
});

describe('a batch pauses', () => {
  it('after three rejections in a row; queued again and resumed it issues each of them once more', async () => {
    of().answer = rejecting;
    const batchId = await started();
    await until(batchId, 'paused');
    expect(await get(batchId)).toMatchObject({
      pause: { reason: 'rejections' },
      counts: { rejected: 3, waiting: 3 },
      repeatable: 3,
    });
    expect(of().provider.posts()).toHaveLength(3);
    of().answer = accepting;
    await of().desk.client.call('batch.queueAgain', { batchId, rows: null });
    expect(await get(batchId)).toMatchObject({ state: 'paused', counts: { waiting: ROWS } });
    await of().desk.client.call('batch.resume', { batchId, pace: PACE });
    await until(batchId, 'done');
    const rows = await rowsOf(batchId);
    expect(rows.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 1, 1, 1]);
    expect(of().provider.posts()).toHaveLength(3 + ROWS);
  });

  it('for as long as a 429 asks, and goes on by itself; the row stays rejected', async () => {
    of().answer = (_, response) => {
      of().answer = accepting;
      response.writeHead(429, { 'retry-after': '1' }).end('{}');
    };
    const batchId = await started();
    await expect.poll(async () => (await get(batchId)).pause?.reason).toBe('rate_limited');
    expect((await get(batchId)).pause?.until).not.toBeNull();
    await until(batchId, 'done');
    expect(await get(batchId)).toMatchObject({ counts: { rejected: 1, accepted: ROWS - 1 } });
  });

  it('when the operator asks: what is in flight finishes, nothing new begins', async () => {
    const kept: (() => void)[] = [];
    of().answer = (call, response) => void kept.push(() => accepting(call, response));
    const batchId = await started({ ...PACE, atOnce: 2 });
    await expect.poll(() => kept.length).toBe(2);
    const paused = await of().desk.client.call('batch.pause', { batchId });
    expect(paused).toMatchObject({ value: { state: 'pausing', counts: { in_flight: 2 } } });
    for (const give of kept) give();
    await until(batchId, 'paused');
    expect(await get(batchId)).toMatchObject({ counts: { accepted: 2, waiting: ROWS - 2 } });
    expect(await of().desk.client.call('batch.pause', { batchId })).toMatchObject({
      error: { code: 'batch_not_possible' },
    });
  });

  it('over a restart, with exact states, and loses and doubles nothing', async () => {
    of().answer = (call, response) => {
      if (of().provider.posts().length < 3) accepting(call, response);
    };
    const batchId = await started();
    await expect.poll(() => of().provider.posts().length).toBe(3);
    await restart();
    expect(await get(batchId)).toMatchObject({
      state: 'paused',
      pause: { reason: 'restarted', until: null },
      counts: { accepted: 2, unknown: 1, waiting: 3 },
    });
    of().answer = accepting;
    await of().desk.client.call('batch.resume', { batchId, pace: PACE });
    await until(batchId, 'done');
    expect(new Set(ordersAt()).size).toBe(ROWS);
    expect(ordersAt()).toHaveLength(ROWS);
  });
});

describe('stopping', () => {
  it('is final: rows that were not begun are cancelled, what was sent keeps its answer', async () => {
    const kept: (() => void)[] = [];
    of().answer = (call, response) => void kept.push(() => accepting(call, response));
    const batchId = await started({ ...PACE, atOnce: 2 });
    await expect.poll(() => kept.length).toBe(2);
    const stopped = await of().desk.client.call('batch.stop', { batchId });
    expect(stopped).toMatchObject({
      value: { state: 'stopping', counts: { cancelled: ROWS - 2 } },
    });
    for (const give of kept) give();
    await until(batchId, 'stopped');
    expect(await get(batchId)).toMatchObject({ counts: { accepted: 2, cancelled: ROWS - 2 } });
    const again = { batchId, rows: null };
    for (const reply of [
      await of().desk.client.call('batch.resume', { batchId, pace: PACE }),
      await of().desk.client.call('batch.queueAgain', again),
      await of().desk.client.call('batch.stop', { batchId }),
    ]) {
      expect(reply).toMatchObject({ error: { code: 'batch_not_possible' } });
    }
    await restart();
    expect(await get(batchId)).toMatchObject({ state: 'stopped' });
    expect(of().provider.posts()).toHaveLength(2);
  });
});

describe('a row', () => {
  it('that the desk refuses is on record with the reason, not tried again by itself, and may be queued', async () => {
    const twice = (at: number) => ({ customer: `cust-${at}`, order: at < 2 ? 'SAME' : `N-${at}` });
    of().imports = memoryImports(readyRowsOf(SANDBOX, ROWS, twice));
    // The first request of the order is never answered, so that its order stays open.
    of().answer = (call, response) => {
      if (of().provider.posts().length > 1) accepting(call, response);
    };
    const batchId = await started({ ...PACE, atOnce: 2 });
    await expect.poll(async () => (await get(batchId)).counts.accepted).toBe(ROWS - 2);
    const refused = (await rowsOf(batchId)).find(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject({ row: 3, reasonCode: 'order_open', mayQueueAgain: true });
    await restart();
    expect((await get(batchId)).counts).toMatchObject({ refused: 1, unknown: 1 });
  });

  it('for the customer and amount of an unanswered unknown is refused, never confirmed by the batch', async () => {
    of().answer = silence;
    of().imports = memoryImports(
      readyRowsOf(SANDBOX, 1, () => ({ customer: 'cust-U-1', order: 'N-1' })),
    );
    await of().desk.issue('U-1');
    await expect.poll(() => of().provider.posts().length).toBe(1);
    await restart();
    of().answer = accepting;
    const batchId = await started(PACE, 1);
    await until(batchId, 'done');
    expect(await rowsOf(batchId)).toMatchObject([
      { outcome: 'refused', reasonCode: 'unanswered_before' },
    ]);
    expect(of().provider.posts()).toHaveLength(1);
  });
});
