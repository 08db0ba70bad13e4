import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Batch } from '#shared/domain/batch.ts';
import { DETECT_ALL } from '#shared/domain/importing.ts';

import { cellsOf, readSheet } from '../importing/reading/readSheet.ts';
import { FREE_STEP } from '../importing/testing/workbook.ts';
import { exportInLog } from '../log/care/exportInLog.ts';
import { createRecordOf } from '../testing/builders.ts';
import { memoryImports, readyRowsOf } from '../testing/memoryImports.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { PACE, ROWS, accepting, batchDesk, fieldsOf, rejecting } from './testing/batchDesk.ts';

const { of, started, get, open, close } = batchDesk();
beforeEach(open);
afterEach(close);

const until = (batchId: string, state: Batch['state']) =>
  expect.poll(async () => (await get(batchId)).state).toBe(state);

describe('the report', () => {
  async function report(
    batchId: string,
    which: 'all' | 'failed',
    requisites: 'masked' | 'whole' = 'masked',
  ): Promise<string> {
    const words = { 'reason.refused_by_provider': 'The provider refused {{type}}.' };
    const order = { batchId, reportId: randomUUID(), which, requisites, words, from: 0 };
    const reply = await of().desk.client.call('batch.report', { ...order, format: 'csv' });
    if (!reply.ok) throw new Error(reply.error.code);
    return Buffer.from(reply.value.base64, 'base64').toString('utf8');
  }

  it('has the original columns, then what became of each row; masked unless asked otherwise', async () => {
    of().answer = (call, response) => {
      const isFirst = of().provider.posts().length === 1;
      (isFirst ? rejecting : accepting)(call, response);
    };
    const batchId = await started();
    await until(batchId, 'done');
    const lines = (await report(batchId, 'all')).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffCustomer,Amount,Order,outcome,reason,reason_text,order_id,remote_id,requisite_number,requisite_name,requisite_bank,requisite_bic,requisite_link,message',
    );
    expect(lines).toHaveLength(1 + ROWS);
    expect(lines[1]).toMatch(
      /^cust-0,"1 500,00",,rejected,refused_by_provider,The provider refused \.,D-\d+-\d+,,/u,
    );
    expect(lines[2]).toContain('•');
    expect(lines[2]).not.toContain('0000000000000000');
    const whole = await report(batchId, 'all', 'whole');
    expect(whole).toContain('0000000000000000');
    expect(whole).toContain('TEST HOLDER');
  });

  it('has the links that may be handed out, and no other', async () => {
    const answers = [
      { payment_data: { url: 'https://pay.example/p/1' } },
      { payment_data: { url: 'https://pay.example/p/2' }, amount_cents: 160_000 },
      { payment_data: { url: 'http://pay.example/p/3' } },
      { payment_data: { number: '0000000000000000' } },
    ];
    of().answer = (call, response) => {
      const record = answers[of().provider.posts().length - 1] ?? {};
      response.end(JSON.stringify(createRecordOf(fieldsOf(call.body), record)));
    };
    of().imports = memoryImports(
      readyRowsOf(SANDBOX, 4, (at) => ({ customer: `cust-${at}`, order: `N-${at}` })),
    );
    const batchId = await started(PACE, 4);
    await until(batchId, 'done');
    const whole = await report(batchId, 'all', 'whole');
    expect(whole.match(/https?:\/\/pay\.example\/p\/\d(?=,)/gu)).toEqual([
      'https://pay.example/p/1',
    ]);
    expect(await report(batchId, 'all')).not.toContain('pay.example/p/');
    const digest = createHash('sha256').update(whole).digest('hex');
    const { recorded } = exportInLog(join(of().dataDir, 'log.sqlite'), 0, digest);
    expect(recorded).toMatchObject([{ rows: 4, requisites: 'whole' }]);
  });

  it('of failed rows has the columns of the file alone, and no row that may be at the provider', async () => {
    of().answer = (call, response) => {
      const at = of().provider.posts().length;
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
    of().answer = rejecting;
    const customers = ['@ivan', "'@ivan", 'Ivan, -5 %', '+998-90-123'];
    of().imports = memoryImports(
      readyRowsOf(SANDBOX, customers.length, (at) => ({
        customer: customers[at] ?? '',
        order: '',
      })),
    );
    const batchId = await started({ ...PACE, pauseAfter: 100 }, customers.length);
    await until(batchId, 'done');
    const bytes = Buffer.from(await report(batchId, 'failed'));
    const sheet = await readSheet(bytes, DETECT_ALL, FREE_STEP);
    expect(sheet.headers).toEqual(['Customer', 'Amount', 'Order']);
    expect(sheet.rows.map((row) => cellsOf(row)[0])).toEqual(customers);
  });
});
