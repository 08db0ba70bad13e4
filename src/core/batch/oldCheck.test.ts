import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';

import { MERCHANT, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { type Page, type PeopleDesk, openPeopleDesk } from '../testing/peopleDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { setUpWith } from '../testing/setUp.ts';
import { PACE, accepting, fieldsOf, rejecting, silence } from './testing/batchDesk.ts';
import { checkFile, csvOf, issueFile } from './testing/checkedFile.ts';

afterAll(removeTemporaryDirs);

const ORDERS = ['A-1', 'A-2', 'A-3', 'A-4'];

let provider: TestProvider;
let desk: PeopleDesk;
let one: Page;
let two: Page;
let answer = accepting;
beforeEach(async () => {
  answer = accepting;
  provider = await startTestProvider((call, response) => answer(call, response));
  const dataDir = join(temporaryDir(), 'data');
  desk = await openPeopleDesk({ dataDir, baseUrl: provider.baseUrl });
  [one, two] = [desk.page('one'), desk.page('two')];
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

const ordersAt = (): readonly string[] =>
  provider.posts().map(({ body }) => String(fieldsOf(body)['order_id']));
const codeOf = (reply: Awaited<ReturnType<typeof issueFile>>): string =>
  reply.ok ? 'ok' : reply.error.code;
/** Until every batch of the log is done. */
async function done(): Promise<void> {
  const states = async () => (await one.ask('batch.list', {})).map(({ state }) => state);
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['done']));
}

it('a file that another page has issued since goes back to its check, with the orders in use', async () => {
  const [first, second] = [
    await checkFile(one, csvOf(ORDERS)),
    await checkFile(two, csvOf(ORDERS)),
  ];
  expect(codeOf(await issueFile(one, first))).toBe('ok');
  await done();
  expect(codeOf(await issueFile(two, second))).toBe('batch_check_changed');
  expect(ordersAt()).toEqual(ORDERS);
  const now = await two.ask('import.current', {});
  expect(now?.check).toMatchObject({
    ready: 0,
    groups: [{ key: 'order_in_log:order_id', rows: ORDERS.length }, { code: 'same_lately' }],
    sameBefore: { isSameFile: true },
    isSameAccepted: false,
  });
});

it('two batches that start at once send each order once', async () => {
  const overlapping = ['A-3', 'A-4', 'A-5', 'A-6'];
  const files = [await checkFile(one, csvOf(ORDERS)), await checkFile(two, csvOf(overlapping))];
  const [a, b] = await Promise.all([
    issueFile(one, files[0] ?? never()),
    issueFile(two, files[1] ?? never()),
  ]);
  expect([codeOf(a), codeOf(b)].toSorted()).toEqual(['batch_check_changed', 'ok']);
  await done();
  expect(new Set(ordersAt()).size).toBe(ordersAt().length);
});

it('one import is one batch, whatever ids its start is pressed with, also where the desk makes the order ids', async () => {
  const file = await checkFile(one, csvOf(['', '', '']));
  const replies = await Promise.all([
    issueFile(one, file),
    issueFile(one, file),
    issueFile(one, file),
  ]);
  const changed = 'batch_check_changed';
  expect(replies.map(codeOf).toSorted()).toEqual([changed, changed, 'ok']);
  await done();
  expect(ordersAt()).toHaveLength(3);
});

it('a batch asks about a customer whom another batch is still to issue for, whatever the order ids', async () => {
  const own = csvOf(['', '', ''], 'own');
  const files = [
    await checkFile(one, csvOf(['', '', '', ''])),
    await checkFile(two, `${own}1500.00,RUB,any_bank,cust-3,\n`),
  ];
  answer = silence;
  const first = await issueFile(one, files[0] ?? never());
  if (!first.ok) throw new Error(first.error.code);
  const { batchId } = first.value;
  expect(codeOf(await issueFile(two, files[1] ?? never()))).toBe('batch_check_changed');
  const now = (await two.ask('import.current', {})) ?? never();
  expect(now.check).toMatchObject({ ready: 3, groups: [{ code: 'same_lately', rows: 1 }] });
  const group = now.check?.groups[0]?.key ?? '';
  const asked = { importId: now.importId, group, from: 0, count: 10 };
  const { rows } = await two.ask('import.rows', asked);
  expect(rows).toMatchObject([{ row: 5, problems: [{ otherBatchId: batchId }] }]);
  await one.ask('batch.stop', { batchId });
  // Of a batch that was stopped only what was sent counts.
  const again = await checkFile(two, csvOf(['', ''], 'cust'));
  expect(again.check.groups).toMatchObject([{ code: 'same_lately', rows: 1 }]);
});

it('an order that was typed between check and start is not sent again', async () => {
  const file = await checkFile(one, csvOf(ORDERS));
  await desk.issue('A-2');
  await desk.rested('A-2');
  expect(codeOf(await issueFile(one, file))).toBe('batch_check_changed');
  expect(ordersAt()).toEqual(['A-2']);
});

it('an order that was typed while the batch ran is refused at its own row', async () => {
  const file = await checkFile(one, csvOf(ORDERS));
  const kept: (() => void)[] = [];
  answer = (call, response) => void kept.push(() => accepting(call, response));
  const started = await issueFile(one, file);
  if (!started.ok) throw new Error(started.error.code);
  const { batchId } = started.value;
  await expect.poll(() => kept.length).toBe(1);
  answer = accepting;
  await desk.issue('A-4');
  await desk.rested('A-4');
  kept.forEach((give) => give());
  await done();
  const { rows } = await one.ask('batch.rows', { batchId, outcomes: [], from: 0, count: 10 });
  expect(rows.at(-1)).toMatchObject({ outcome: 'refused', reasonCode: 'order_held' });
  expect(ordersAt().filter((order) => order === 'A-4')).toHaveLength(1);
});

it('a rejected row that is queued again keeps its order id', async () => {
  answer = rejecting;
  const started = await issueFile(one, await checkFile(one, csvOf(['A-1'])));
  if (!started.ok) throw new Error(started.error.code);
  await done();
  answer = accepting;
  await one.ask('batch.queueAgain', { batchId: started.value.batchId, rows: null });
  await expect.poll(() => ordersAt()).toEqual(['A-1', 'A-1']);
  await done();
});

function never(): never {
  throw new Error('There is no such file.');
}

it.each(
  Object.entries({
    address: { baseUrl: 'http://localhost:9' },
    merchant: { merchant: '99999999-2222-4333-8444-555555555555' },
    mode: { mode: 'live' },
  }),
)('a plan goes nowhere else, no row of it, once its profile has another %s', async (_, other) => {
  const at = { baseUrl: provider.baseUrl, mode: 'sandbox', merchant: MERCHANT };
  const { id } = await one.ask('profile.save', { id: null, setUp: setUpWith(at) });
  const secret = { slot: { kind: 'signing' as const }, secret: 's'.repeat(32) };
  await one.ask('profile.setSecret', { profileId: id, ...secret, keep: 'run' });
  const file = await checkFile(one, csvOf(ORDERS), id);
  const kept: (() => void)[] = [];
  answer = (call, response) => void kept.push(() => accepting(call, response));
  const started = await issueFile(one, file);
  if (!started.ok) throw new Error(started.error.code);
  const { batchId } = started.value;
  await expect.poll(() => kept.length).toBe(1);
  answer = accepting;
  await one.ask('profile.save', { id, setUp: setUpWith({ ...at, ...other }) });
  await one.ask('profile.confirmLive', { profileId: id });
  kept.forEach((give) => give());
  const pause = async () => (await one.ask('batch.get', { batchId })).pause;
  await expect.poll(pause).toMatchObject({ reason: 'profile_not_usable' });
  expect(await one.code('batch.resume', { batchId, pace: PACE })).toBe('profile_elsewhere');
  expect(ordersAt()).toEqual(['A-1']);
  expect(await one.ask('batch.get', { batchId })).toMatchObject({
    origin: provider.baseUrl,
    merchant: MERCHANT,
    mode: 'sandbox',
  });
});

it('rows carry the callback address of this desk, as typed requests do', async () => {
  const listener = await one.ask('callback.listener', { profileId: SANDBOX });
  const { address } = listener;
  expect(listener.state).toBe('listening');
  await issueFile(one, await checkFile(one, csvOf(['A-1'])));
  await expect.poll(() => provider.posts().length).toBe(1);
  const sent = provider.posts().map(({ body }) => fieldsOf(body)['callback_url']);
  expect(sent).toEqual([address]);
});
