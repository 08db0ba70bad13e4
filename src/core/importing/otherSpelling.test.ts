import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';

import {
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { SENT, acceptedAs } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { type OpenedImporter, openImporter, valueOf } from './testing/openImporter.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const row = (customer: string, order: string): string =>
  `1500.00;RUB;any_bank;${customer};${order}`;
const fileOf = (...rows: readonly string[]): string =>
  ['Amount;Currency;Payment type;Customer;Order ID', ...rows, ''].join('\r\n');

let log: LogPort;
let desk: OpenedImporter;
beforeEach(async () => {
  const [dataDir, clock] = [temporaryDir(), manualClock()];
  log = await openTestLog(dataDir, { clock });
  desk = openImporter({ dataDir, log, clock, profile: profileOf({ duplicateWindowMin: 10 }) });
});
afterEach(async () => {
  await desk.importer.end();
  await log.close();
});

it('a check asks about a customer and an order id that the log or the file has in another form of Unicode', async () => {
  const [customer, orderId] = ['Андрей', 'Заказ-й'];
  const named = { customer: customer.normalize('NFD'), order_id: orderId.normalize('NFD') };
  await log.prepare(preparedOf('early', named));
  await log.markSending(intent('early'), SENT);
  await log.settle(intent('early'), acceptedAs('early'), null);
  const { importId, check } = await desk.check(
    fileOf(
      row('a', orderId.normalize('NFC')),
      row(customer.normalize('NFC'), 'new-1'),
      row('b', 'Край'.normalize('NFC')),
      row('c', 'Край'.normalize('NFD')),
      row('Андреи', 'new-2'),
    ),
  );
  expect(check.groups.map(({ key, rows }) => `${key} ${rows}`)).toEqual([
    'other_spelling:order_id 3',
    'other_spelling:customer 1',
  ]);
  expect(check.ready).toBe(1);
  const group = 'other_spelling:order_id';
  const found = valueOf(await desk.importer.rows({ importId, group, from: 0, count: 2 }));
  expect(found.rows.map(({ problems }) => problems)).toMatchObject([
    [{ force: 'confirm', otherIntentId: intent('early') }],
    [{ force: 'confirm', otherRow: 5 }],
  ]);
  const accepted = valueOf(await desk.importer.accept({ importId, group, accepted: true }));
  expect(accepted.ready).toBe(4);
  expect(valueOf(await desk.importer.ready(importId)).count).toBe(4);
});
