import { z } from 'zod';

import { DEFAULT_PACE } from '../../src/shared/domain/batch.ts';
import { DETECT_ALL, importCheckSchema } from '../../src/shared/domain/importing.ts';
import { until } from '../hostile/waiting.ts';
import { createInput } from '../support/builders.ts';
import { readLedger } from '../support/ledger.ts';
import type { Call, RunningHost } from './hosts.ts';
import { PIN, add, ask, codeOf, expectCode, signedIn } from './steps.ts';
import type { Story } from './story.ts';

/**
 * Two pages and two people with one file: whatever they press, no order id is at the provider twice, and no person changes or
 * starts what another one has checked. What was sent is read from the sandbox's own ledger.
 */

const readingSchema = z.looseObject({ mapping: z.unknown() });
const batchesSchema = z.array(z.looseObject({ state: z.string() }));
const CHANGED = 'batch_check_changed';

type Checked = { readonly importId: string; readonly ready: number; readonly digest: string };

function csvOf(orders: readonly string[]): string {
  const rows = orders.map((order) => `1500.00,RUB,any_bank,two-pages-${order},${order}`);
  return ['Amount,Currency,Payment type,Customer,Order ID', ...rows, ''].join('\n');
}

async function checkFile(page: Call, orders: readonly string[]): Promise<Checked> {
  const importId = crypto.randomUUID();
  const bytes = Buffer.from(csvOf(orders));
  const source = { kind: 'file', name: 'day.csv', bytes: bytes.length };
  const begin = { importId, profileId: 'sandbox', flow: 'create', source };
  await ask(page, z.unknown(), 'import.begin', begin);
  await ask(page, z.unknown(), 'import.add', { importId, base64: bytes.toString('base64') });
  const read = await ask(page, readingSchema, 'import.read', { importId, choices: DETECT_ALL });
  const { mapping } = read;
  const check = await ask(page, importCheckSchema, 'import.check', { importId, mapping });
  return { importId, ready: check.ready, digest: check.digest };
}

async function issueFile(page: Call, { importId, ready, digest }: Checked): Promise<string> {
  const batchId = crypto.randomUUID();
  const start = { importId, batchId, requests: ready, digest, pace: DEFAULT_PACE };
  return codeOf(await page('batch.start', start));
}

const ordersFrom = (prefix: string, from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${from + at}`);

/** How each case ended, once every batch is done. */
async function finish(story: Story, page: Call, what: string, codes: readonly string[], ok = 1) {
  await until('every batch is done', async () => {
    const batches = await ask(page, batchesSchema, 'batch.list', {});
    return batches.every(({ state }) => state === 'done');
  });
  const begun = codes.filter((code) => code === 'ok').length;
  expectCode(story, `${what}: batches begun`, String(begun), String(ok));
  for (const code of codes) expectCode(story, what, code, 'ok', CHANGED);
  const sent = readLedger(story.dataDir).deposits.map(({ order_id: order }) => order);
  const twice = sent.filter((order, at) => sent.indexOf(order) !== at);
  expectCode(story, `${what}: order ids twice at the provider`, twice.join(' '), '');
}

async function tryOldChecks(story: Story, one: Call, two: Call): Promise<void> {
  const same = ordersFrom('SAME', 1, 6);
  const [a, b] = [await checkFile(one, same), await checkFile(two, same)];
  const first = await issueFile(one, a);
  const old = [first, await issueFile(two, b)];
  await finish(story, one, 'an old check', old);

  const atOnce = ordersFrom('ONCE', 1, 6);
  const both = [await checkFile(one, atOnce), await checkFile(two, atOnce)] as const;
  const started = await Promise.all([issueFile(one, both[0]), issueFile(two, both[1])]);
  await finish(story, one, 'both at once', started);

  const halves = [
    await checkFile(one, ordersFrom('HALF', 1, 6)),
    await checkFile(two, ordersFrom('HALF', 4, 6)),
  ] as const;
  const overlapping = await Promise.all([issueFile(one, halves[0]), issueFile(two, halves[1])]);
  await finish(story, one, 'files that overlap', overlapping);

  const thrice = await checkFile(one, ordersFrom('THRICE', 1, 6));
  const three = [issueFile(one, thrice), issueFile(one, thrice), issueFile(one, thrice)];
  await finish(story, one, 'one import, three batch ids', await Promise.all(three));

  const between = await checkFile(one, ordersFrom('TYPED', 1, 6));
  const typed = createInput({ customer: 'typed', order_id: 'TYPED-3' });
  expectCode(story, 'an order is typed', codeOf(await two('issue.create', typed)), 'ok');
  const late = [await issueFile(one, between)];
  await finish(story, one, 'an order typed between check and start', late, 0);
}

/** An operator knows the id of a supervisor's checked file, from wherever. */
async function tryForeignImport(story: Story, boss: Call, operator: Call): Promise<void> {
  const file = await checkFile(boss, ordersFrom('BOSS', 1, 4));
  const { importId } = file;
  const tries: readonly [Parameters<Call>[0], object][] = [
    ['import.correct', { importId, row: 2, column: 0, text: '9000.00' }],
    ['import.leaveOut', { importId, rows: [2], reason: 'mine' }],
    ['import.accept', { importId, group: 'same_before', accepted: true }],
    ['import.check', { importId, mapping: {} }],
    ['import.read', { importId, choices: DETECT_ALL }],
    ['import.rows', { importId, group: null, from: 0, count: 10 }],
    ['import.add', { importId, base64: '' }],
  ];
  for (const [name, input] of tries) {
    const code = codeOf(await operator(name, input));
    expectCode(story, `${name} of another person's file`, code, 'import_refused');
  }
  const started = await issueFile(operator, file);
  expectCode(story, 'another person starts it', started, 'import_refused');
  await operator('import.close', { importId });
  await finish(story, boss, 'its own person starts it', [await issueFile(boss, file)]);
  const cents = readLedger(story.dataDir)
    .deposits.filter(({ order_id: order }) => order.startsWith('BOSS'))
    .map((deposit) => deposit.cents);
  expectCode(
    story,
    'amounts of the supervisor’s file',
    cents.join(' '),
    '150000 '.repeat(4).trim(),
  );
}

export async function tryTwoPages(story: Story, host: RunningHost, bossId: string): Promise<void> {
  const boss = await signedIn(host, bossId, PIN);
  const operatorId = await add(boss, 'Olga', 'operator', PIN);
  const operator = await signedIn(host, operatorId, PIN);
  await tryOldChecks(story, boss, operator);
  await tryForeignImport(story, boss, operator);
}
