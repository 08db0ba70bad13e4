import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { type Batch, DEFAULT_PACE } from '#shared/domain/batch.ts';
import { DETECT_ALL } from '#shared/domain/importing.ts';
import { type LogFilter, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { cellsOf, readSheet } from '../importing/reading/readSheet.ts';
import { FREE_STEP } from '../importing/testing/workbook.ts';
import { exportInLog } from '../log/care/exportInLog.ts';
import { createRecordOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { memoryImports, readyRowsOf, unnumbered } from '../testing/memoryImports.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

const ROWS = 6;
const PACE = { ...DEFAULT_PACE, atOnce: 1 };
const fieldsOf = (body: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(body));
const accepting: Answer = (call, response) => {
  response.end(JSON.stringify(createRecordOf(fieldsOf(call.body))));
};
const rejecting: Answer = (_, response) => response.writeHead(422).end('{"error":"no"}');
const silence: Answer = () => undefined;

let dataDir: string;
let provider: TestProvider;
let answer: Answer;
let desk: OpenedDesk;
let imports = memoryImports(readyRowsOf(SANDBOX, ROWS, unnumbered));

function open(): Promise<OpenedDesk> {
  const ready = { ready: (id: string) => imports.ready(id) };
  return openedDesk(dataDir, provider.baseUrl, undefined, undefined, undefined, ready);
}

beforeEach(async () => {
  dataDir = temporaryDir();
  answer = accepting;
  imports = memoryImports(readyRowsOf(SANDBOX, ROWS, unnumbered));
  provider = await startTestProvider((call, response) => answer(call, response));
  desk = await open();
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

const importId = randomUUID();

async function start(pace = PACE, requests = ROWS, batchId: string = randomUUID()) {
  return desk.client.call('batch.start', { importId, batchId, requests, pace });
}

async function started(pace = PACE): Promise<string> {
  const reply = await start(pace);
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.batchId;
}

async function get(batchId: string): Promise<Batch> {
  const reply = await desk.client.call('batch.get', { batchId });
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

const until = (batchId: string, state: Batch['state']) =>
  expect.poll(async () => (await get(batchId)).state).toBe(state);

async function rowsOf(batchId: string) {
  const page = { batchId, outcomes: [], from: 0, count: 200 };
  const reply = await desk.client.call('batch.rows', page);
  return reply.ok ? reply.value.rows : [];
}
const ordersAt = (): readonly unknown[] =>
  provider.posts().map(({ body }) => fieldsOf(body)['order_id']);

async function restart(): Promise<void> {
  await desk.services.close();
  desk = await open();
}

describe('a batch', () => {
  it('issues every row once, in the order of the file, and its requests say which row they are of', async () => {
    const startedMs = performance.now();
    const batchId = await started();
    await until(batchId, 'done');
    const rows = await rowsOf(batchId);
    expect(ordersAt()).toEqual(rows.map(({ orderId }) => orderId));
    expect(new Set(ordersAt()).size).toBe(ROWS);
    const told = desk.events.filter(({ name }) => name === 'request.changed');
    expect(told.at(-1)).toMatchObject({
      request: { batch: { batchId, row: ROWS + 1 }, outcome: 'accepted' },
    });
    expect(await get(batchId)).toMatchObject({
      counts: { accepted: ROWS, waiting: 0 },
      file: 'customers.csv',
      pause: null,
      repeatable: 0,
    });
    const heard = () => desk.events.filter(({ name }) => name === 'batch.changed').length;
    await expect.poll(heard).toBeGreaterThan(0);
    expect(heard()).toBeLessThanOrEqual((performance.now() - startedMs) / 250);
    expect(desk.events).toContainEqual({
      name: 'import.progress',
      progress: { importId, step: 'freezing', done: ROWS, total: ROWS },
    });
  });

  it('is found in the Log by itself, and its requests are named after it', async () => {
    const batchId = await started();
    await until(batchId, 'done');
    await desk.issue('typed');
    const found = async (filter: Partial<LogFilter>): Promise<number> => {
      const range = { kind: 'all' } as const;
      const query = { text: '', filter: { ...NO_FILTER, ...filter }, range, sort: NEWEST_FIRST };
      const asked = { query: { ...query, dayProfileId: SANDBOX }, pageSize: 50 };
      const reply = await desk.client.call('log.search', { searchId: randomUUID(), ...asked });
      return reply.ok ? reply.value.rows.length : -1;
    };
    await expect.poll(() => found({})).toBe(ROWS + 1);
    expect(await found({ batches: [batchId] })).toBe(ROWS);
    expect(await found({ batches: [batchId], outcomes: ['rejected'] })).toBe(0);
    expect(await found({ fromBatches: true })).toBe(ROWS);
    expect(await found({ batches: [randomUUID()] })).toBe(0);
    const name = { batchId, file: 'customers.csv' };
    const asked = { batchIds: [batchId, randomUUID()] };
    expect(await desk.client.call('batch.names', asked)).toMatchObject({ value: [name] });
    expect(await desk.client.call('log.facets', {})).toMatchObject({ value: { batches: [name] } });
    const [row] = await rowsOf(batchId);
    if (row === undefined) throw new Error('The batch has no rows');
    const { intentId } = row;
    const history = await desk.client.call('log.history', { intentId });
    const events = history.ok ? history.value.events : [];
    expect(events[0]).toMatchObject({ kind: 'prepared', batchRow: row.row });
  });

  it('is handed over while it is paused, has an unknown, or rows to hand out', async () => {
    const handedOver = async () => {
      const reply = await desk.client.call('shift.report', { profileId: SANDBOX });
      return reply.ok ? reply.value.batches : null;
    };
    expect(await handedOver()).toEqual([]);
    const done = await started();
    await until(done, 'done');
    const left = { batchId: done, state: 'done', waiting: 0, unknown: 0, toHandOut: ROWS };
    expect(await handedOver()).toMatchObject([left]);
    answer = silence;
    const cut = await started();
    await expect.poll(() => provider.posts().length).toBe(ROWS + 1);
    expect(await handedOver()).toMatchObject([
      { batchId: cut, state: 'running', waiting: ROWS },
      left,
    ]);
    await restart();
    const paused = { batchId: cut, state: 'paused', waiting: ROWS - 1, unknown: 1, toHandOut: 0 };
    expect(await handedOver()).toMatchObject([paused, left]);
    const [row] = await rowsOf(cut);
    if (row === undefined) throw new Error('The batch has no rows');
    await desk.client.call('request.resolve', {
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
    expect(provider.posts()).toHaveLength(ROWS);
    expect(await desk.client.call('batch.list', {})).toMatchObject({ value: [{ batchId }] });
  });

  it('gives a row without an order id none that a later row of the file has', async () => {
    const day = new Date().toISOString().slice(5, 10).replace('-', '');
    const named = (at: number) => ({
      customer: `cust-${at}`,
      order: at === 5 ? `D-${day}-0002` : '',
    });
    imports = memoryImports(readyRowsOf(SANDBOX, ROWS, named));
    const batchId = await started();
    await until(batchId, 'done');
    expect(new Set(ordersAt()).size).toBe(ROWS);
  });
});

describe('a batch pauses', () => {
  it('after three rejections in a row; queued again and resumed it issues each of them once more', async () => {
    answer = rejecting;
    const batchId = await started();
    await until(batchId, 'paused');
    expect(await get(batchId)).toMatchObject({
      pause: { reason: 'rejections' },
      counts: { rejected: 3, waiting: 3 },
      repeatable: 3,
    });
    expect(provider.posts()).toHaveLength(3);
    answer = accepting;
    await desk.client.call('batch.queueAgain', { batchId, rows: null });
    expect(await get(batchId)).toMatchObject({ state: 'paused', counts: { waiting: ROWS } });
    await desk.client.call('batch.resume', { batchId, pace: PACE });
    await until(batchId, 'done');
    const rows = await rowsOf(batchId);
    expect(rows.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 1, 1, 1]);
    expect(provider.posts()).toHaveLength(3 + ROWS);
  });

  it('for as long as a 429 asks, and goes on by itself; the row stays rejected', async () => {
    answer = (_, response) => {
      answer = accepting;
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
    answer = (call, response) => void kept.push(() => accepting(call, response));
    const batchId = await started({ ...PACE, atOnce: 2 });
    await expect.poll(() => kept.length).toBe(2);
    const paused = await desk.client.call('batch.pause', { batchId });
    expect(paused).toMatchObject({ value: { state: 'pausing', counts: { in_flight: 2 } } });
    for (const give of kept) give();
    await until(batchId, 'paused');
    expect(await get(batchId)).toMatchObject({ counts: { accepted: 2, waiting: ROWS - 2 } });
    expect(await desk.client.call('batch.pause', { batchId })).toMatchObject({
      error: { code: 'batch_not_possible' },
    });
  });

  it('over a restart, with exact states, and loses and doubles nothing', async () => {
    answer = (call, response) => {
      if (provider.posts().length < 3) accepting(call, response);
    };
    const batchId = await started();
    await expect.poll(() => provider.posts().length).toBe(3);
    await restart();
    expect(await get(batchId)).toMatchObject({
      state: 'paused',
      pause: { reason: 'restarted', until: null },
      counts: { accepted: 2, unknown: 1, waiting: 3 },
    });
    answer = accepting;
    await desk.client.call('batch.resume', { batchId, pace: PACE });
    await until(batchId, 'done');
    expect(new Set(ordersAt()).size).toBe(ROWS);
    expect(ordersAt()).toHaveLength(ROWS);
  });
});

describe('stopping', () => {
  it('is final: rows that were not begun are cancelled, what was sent keeps its answer', async () => {
    const kept: (() => void)[] = [];
    answer = (call, response) => void kept.push(() => accepting(call, response));
    const batchId = await started({ ...PACE, atOnce: 2 });
    await expect.poll(() => kept.length).toBe(2);
    const stopped = await desk.client.call('batch.stop', { batchId });
    expect(stopped).toMatchObject({
      value: { state: 'stopping', counts: { cancelled: ROWS - 2 } },
    });
    for (const give of kept) give();
    await until(batchId, 'stopped');
    expect(await get(batchId)).toMatchObject({ counts: { accepted: 2, cancelled: ROWS - 2 } });
    const again = { batchId, rows: null };
    for (const reply of [
      await desk.client.call('batch.resume', { batchId, pace: PACE }),
      await desk.client.call('batch.queueAgain', again),
      await desk.client.call('batch.stop', { batchId }),
    ]) {
      expect(reply).toMatchObject({ error: { code: 'batch_not_possible' } });
    }
    await restart();
    expect(await get(batchId)).toMatchObject({ state: 'stopped' });
    expect(provider.posts()).toHaveLength(2);
  });
});

describe('a row', () => {
  it('that the desk refuses is on record with the reason, not tried again by itself, and may be queued', async () => {
    const twice = (at: number) => ({ customer: `cust-${at}`, order: at < 2 ? 'SAME' : `N-${at}` });
    imports = memoryImports(readyRowsOf(SANDBOX, ROWS, twice));
    // The first request of the order is never answered, so that its order stays open.
    answer = (call, response) => {
      if (provider.posts().length > 1) accepting(call, response);
    };
    const batchId = await started({ ...PACE, atOnce: 2 });
    await expect.poll(async () => (await get(batchId)).counts.accepted).toBe(ROWS - 2);
    const refused = (await rowsOf(batchId)).find(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject({ row: 3, reasonCode: 'order_open', mayQueueAgain: true });
    await restart();
    expect((await get(batchId)).counts).toMatchObject({ refused: 1, unknown: 1 });
  });

  it('for the customer and amount of an unanswered unknown is refused, never confirmed by the batch', async () => {
    answer = silence;
    imports = memoryImports(
      readyRowsOf(SANDBOX, 1, () => ({ customer: 'cust-U-1', order: 'N-1' })),
    );
    await desk.issue('U-1');
    await expect.poll(() => provider.posts().length).toBe(1);
    await restart();
    answer = accepting;
    const reply = await start(PACE, 1);
    const batchId = reply.ok ? reply.value.batchId : '';
    await until(batchId, 'done');
    expect(await rowsOf(batchId)).toMatchObject([
      { outcome: 'refused', reasonCode: 'unanswered_before' },
    ]);
    expect(provider.posts()).toHaveLength(1);
  });
});

describe('the report', () => {
  async function report(
    batchId: string,
    which: 'all' | 'failed',
    requisites: 'masked' | 'whole' = 'masked',
  ): Promise<string> {
    const order = { batchId, reportId: randomUUID(), which, requisites, from: 0 };
    const reply = await desk.client.call('batch.report', { ...order, format: 'csv' });
    if (!reply.ok) throw new Error(reply.error.code);
    return Buffer.from(reply.value.base64, 'base64').toString('utf8');
  }

  it('has the original columns, then what became of each row; masked unless asked otherwise', async () => {
    answer = (call, response) => {
      const isFirst = provider.posts().length === 1;
      (isFirst ? rejecting : accepting)(call, response);
    };
    const batchId = await started();
    await until(batchId, 'done');
    const lines = (await report(batchId, 'all')).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffCustomer,Amount,Order,outcome,reason,order_id,remote_id,requisite_number,requisite_name,requisite_bank,requisite_bic,requisite_link,message',
    );
    expect(lines).toHaveLength(1 + ROWS);
    expect(lines[1]).toMatch(/^cust-0,"1 500,00",,rejected,refused_by_provider,D-\d+-\d+,,/u);
    expect(lines[2]).toContain('•');
    expect(lines[2]).not.toContain('0000000000000000');
    const whole = await report(batchId, 'all', 'whole');
    expect(whole).toContain('0000000000000000');
    expect(whole).toContain('TEST HOLDER');
  });

  it('of failed rows has the columns of the file alone, and no row that may be at the provider', async () => {
    answer = (call, response) => {
      const at = provider.posts().length;
      if (at === 1) rejecting(call, response);
      else if (at === 2) response.destroy();
      else accepting(call, response);
    };
    const batchId = await started();
    await until(batchId, 'done');
    expect((await get(batchId)).counts).toMatchObject({ rejected: 1, unknown: 1 });
    expect(await report(batchId, 'failed')).toBe(
      '\ufeffCustomer,Amount,Order\r\ncust-0,"1 500,00",\r\n',
    );
  });

  it('of failed rows is imported again with the cells that the file had', async () => {
    answer = rejecting;
    const customers = ['@ivan', "'@ivan", 'Ivan, -5 %', '+998-90-123'];
    imports = memoryImports(
      readyRowsOf(SANDBOX, customers.length, (at) => ({
        customer: customers[at] ?? '',
        order: '',
      })),
    );
    const reply = await start({ ...PACE, pauseAfter: 100 }, customers.length);
    const batchId = reply.ok ? reply.value.batchId : '';
    await until(batchId, 'done');
    const bytes = Buffer.from(await report(batchId, 'failed'));
    const sheet = await readSheet(bytes, DETECT_ALL, FREE_STEP);
    expect(sheet.headers).toEqual(['Customer', 'Amount', 'Order']);
    expect(sheet.rows.map((row) => cellsOf(row)[0])).toEqual(customers);
  });
});

describe('the links', () => {
  const links = (batchId: string, more = {}) =>
    desk.client.call('batch.links', { batchId, after: 0, count: 500, take: null, ...more });

  it('are those that may be handed on; of the other rows it is said why they have none', async () => {
    const answers = [
      { payment_data: { url: 'https://pay.example/p/1' } },
      { payment_data: { url: 'https://pay.example/p/2' }, amount_cents: 160_000 },
      { payment_data: { url: 'http://pay.example/p/3' } },
      { payment_data: { number: '0000000000000000' } },
    ];
    answer = (call, response) => {
      const record = answers[provider.posts().length - 1] ?? {};
      response.end(JSON.stringify(createRecordOf(fieldsOf(call.body), record)));
    };
    imports = memoryImports(
      readyRowsOf(SANDBOX, 5, (at) => ({
        customer: at === 0 ? '@ivan' : `cust-${at}`,
        order: `N-${at}`,
      })),
    );
    const reply = await start(PACE, 5);
    const batchId = reply.ok ? reply.value.batchId : '';
    await until(batchId, 'done');
    const sheet = await links(batchId);
    if (!sheet.ok) throw new Error(sheet.error.code);
    expect(sheet.value.rows.map(({ row, link, why }) => [row, link, why])).toEqual([
      [2, 'https://pay.example/p/1', null],
      [3, null, 'locked'],
      [4, null, 'unsafe'],
      [5, null, 'none'],
      [6, null, 'none'],
    ]);
    // Pasted into a spreadsheet, a customer's name is no formula.
    expect(sheet.value.text).toBe(
      "customer\tamount\tcurrency\torder_id\tlink\n'@ivan\t1500.00\tRUB\tN-0\thttps://pay.example/p/1",
    );
    const second = await links(batchId, { after: 2, count: 2 });
    expect(second).toMatchObject({ value: { rows: [{ row: 3 }, { row: 4 }], isLast: false } });
    expect(await links(batchId, { after: 4, count: 2 })).toMatchObject({ value: { isLast: true } });
    // Looked at, nothing has left; taken away, it is on record with the digest of what was taken.
    const digest = createHash('sha256').update(sheet.value.text).digest('hex');
    const recorded = () => exportInLog(join(dataDir, 'log.sqlite'), 0, digest).recorded;
    expect(recorded()).toEqual([]);
    await links(batchId, { take: 'copied' });
    expect(recorded()).toMatchObject([
      { file: 'customers-csv-links.tsv', rows: 1, requisites: 'whole' },
    ]);
  });
});
