import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';

import { EVERY_ACTIVITY } from '#shared/domain/activity.ts';
import { DETECT_ALL } from '#shared/domain/importing.ts';

import { accepting, fieldsOf } from '../batch/testing/batchDesk.ts';
import { checkFile, csvOf, issueFile } from '../batch/testing/checkedFile.ts';
import { createDraftOf, intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import {
  BOSS_PIN,
  type Begun,
  type Page,
  type PeopleDesk,
  openPeopleDesk,
} from '../testing/peopleDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../testing/provider.ts';
import { queryOf } from '../testing/searching.ts';

afterAll(removeTemporaryDirs);

let provider: TestProvider;
let answer: Answer;
let desk: PeopleDesk;
let begun: Begun;
let operator: Awaited<ReturnType<Begun['as']>>;
beforeEach(async () => {
  answer = accepting;
  provider = await startTestProvider((call, response) => answer(call, response));
  const dataDir = join(temporaryDir(), 'data');
  desk = await openPeopleDesk({ dataDir, baseUrl: provider.baseUrl });
  begun = await desk.begin();
  operator = await begun.as('operator');
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

const source = { kind: 'paste' as const };

async function addStatement(page: Page): Promise<string> {
  const importId = randomUUID();
  const rows = 'ID,Order ID,Amount,Currency,Status\na,A-1,1500.00,RUB,created\n';
  await page.ask('import.begin', { importId, profileId: SANDBOX, flow: null, source });
  await page.ask('import.add', { importId, base64: Buffer.from(rows).toString('base64') });
  return importId;
}

async function recordStatement(page: Page): Promise<string> {
  const importId = await addStatement(page);
  const statementId = randomUUID();
  const { mapping } = await page.ask('statement.read', { importId, choices: DETECT_ALL });
  const { digest } = await page.ask('statement.check', { importId, mapping, timeZone: 'UTC' });
  const [from, to] = ['2026-11-15T10:00:00.000Z', '2026-11-16T10:00:00.000Z'];
  const said = { lists: 'all' as const, timeZone: 'UTC', marginMin: 30 };
  const stated = { ...said, from, to, madeAt: to };
  await page.ask('statement.record', { importId, statementId, digest, stated, again: false });
  return statementId;
}

it('a supervisor’s checked file is the supervisor’s: no step of another person changes or starts it', async () => {
  const { boss } = begun;
  const file = await checkFile(boss, csvOf(['A-1', 'A-2']));
  const { importId } = file;
  const begin = { importId, profileId: SANDBOX, flow: 'create' as const, source };
  const codes = [
    await operator.code('import.begin', begin),
    await operator.code('import.add', { importId, base64: '' }),
    await operator.code('import.read', { importId, choices: DETECT_ALL }),
    await operator.code('import.preview', { importId, mapping: {} }),
    await operator.code('import.check', { importId, mapping: {} }),
    await operator.code('import.rows', { importId, group: null, from: 0, count: 10 }),
    await operator.code('import.correct', { importId, row: 2, column: 0, text: '9000.00' }),
    await operator.code('import.leaveOut', { importId, rows: [2], reason: 'mine' }),
    await operator.code('import.accept', { importId, group: 'same_before', accepted: true }),
    (await issueFile(operator, file)).ok ? 'ok' : 'import_refused',
  ];
  expect(new Set(codes)).toEqual(new Set(['import_refused']));
  await operator.ask('import.cancel', { importId });
  await operator.ask('import.close', { importId });
  expect(provider.posts()).toEqual([]);
  expect(await issueFile(boss, file)).toMatchObject({ ok: true });
  await expect.poll(() => provider.posts().length).toBe(2);
  const amounts = provider.posts().map(({ body }) => Number(fieldsOf(body)['amount']));
  expect(new Set(amounts).size).toBe(1);
});

it('whatever one person opens, the files of another stay open', async () => {
  const file = await checkFile(begun.boss, csvOf(['A-1']));
  for (const importId of Array.from({ length: 5 }, () => randomUUID())) {
    await operator.ask('import.begin', { importId, profileId: SANDBOX, flow: 'create', source });
  }
  expect(await issueFile(begun.boss, file)).toMatchObject({ ok: true });
});

it('pages of other people do not hear of a file or an export', () => {
  const owner = begun.bossId;
  const progress = { importId: randomUUID(), step: 'reading' as const, done: 0, total: null };
  const state = { state: 'running' as const, written: 0, total: null, file: null, problem: null };
  for (const event of [
    { name: 'import.progress' as const, owner, progress },
    { name: 'export.changed' as const, owner, export: { exportId: randomUUID(), ...state } },
  ]) {
    expect(desk.services.mayHear(begun.boss.caller, event)).toBe(true);
    expect(desk.services.mayHear(operator.caller, event)).toBe(false);
  }
});

it('a page goes on with its own file after a reload, and no other page or person gets it', async () => {
  const { boss, bossId } = begun;
  const { importId, check } = await checkFile(boss, csvOf(['A-1', 'A-2']));
  expect(await boss.ask('import.current', {})).toMatchObject({ importId, file: 'day.csv', check });
  const second = desk.page('second');
  await second.ask('people.signIn', { personId: bossId, pin: BOSS_PIN });
  expect(await second.ask('import.current', {})).toBeNull();
  await boss.ask('people.signIn', { personId: operator.personId, pin: BOSS_PIN });
  expect(await boss.ask('import.current', {})).toBeNull();
  await boss.ask('people.signIn', { personId: bossId, pin: BOSS_PIN });
  expect(await boss.ask('import.current', {})).toMatchObject({ importId });
});

it('a page goes on with its own statement too, and no other page or person gets it', async () => {
  const { boss, bossId } = begun;
  const importId = await addStatement(boss);
  expect(await boss.ask('statement.current', {})).toBeNull();
  const reading = await boss.ask('statement.read', { importId, choices: DETECT_ALL });
  await checkFile(boss, csvOf(['A-1']));
  const { mapping } = reading;
  const read = { importId, profileId: SANDBOX, file: null, choices: DETECT_ALL, reading, mapping };
  expect(await boss.ask('statement.current', {})).toEqual({ ...read, timeZone: null });
  const asked = { importId, mapping: { ...mapping, unit: 'minor' as const }, timeZone: 'UTC' };
  await boss.ask('statement.check', asked);
  expect(await boss.ask('statement.current', {})).toEqual({ ...read, ...asked });
  const second = desk.page('second');
  await second.ask('people.signIn', { personId: bossId, pin: BOSS_PIN });
  expect(await second.ask('statement.current', {})).toBeNull();
  const other = await begun.as('supervisor');
  expect(await other.ask('statement.current', {})).toBeNull();
});

it('the desk holds eight files at most: the one that was not used for the longest ends, whoever is signed in', async () => {
  const { boss } = begun;
  const first = await checkFile(boss, csvOf(['A-1']));
  const second = await checkFile(boss, csvOf(['B-1']));
  const senior = await begun.as('senior');
  const rows = ({ importId }: typeof first) =>
    boss.code('import.rows', { importId, group: null, from: 0, count: 10 });
  const pages = [operator, operator, operator, operator, senior, senior];
  for (const page of pages) {
    const importId = randomUUID();
    await page.ask('import.begin', { importId, profileId: SANDBOX, flow: 'create', source });
  }
  expect(await rows(first)).toBe('ok');
  const ninth = { importId: randomUUID(), profileId: SANDBOX, flow: 'create' as const, source };
  await senior.ask('import.begin', ninth);
  expect([await rows(first), await rows(second)]).toEqual(['ok', 'import_refused']);
});

it('a start names what its page has shown: rows that were changed since are not issued', async () => {
  const { boss } = begun;
  const file = await checkFile(boss, csvOf(['A-1', 'A-2']));
  const { importId } = file;
  // The same person at another page: as many rows, another amount.
  await boss.ask('import.correct', { importId, row: 2, column: 0, text: '1600.00' });
  expect(await issueFile(boss, file)).toMatchObject({ error: { code: 'batch_check_changed' } });
  expect(provider.posts()).toEqual([]);
});

it('exports are their person’s', async () => {
  const exportId = randomUUID();
  const order = { query: queryOf(), format: 'csv' as const, delimiter: 'comma' as const };
  const masked = { ...order, exportId, requisites: 'masked' as const };
  await begun.boss.ask('export.start', masked);
  const codes = [
    await operator.code('export.start', masked),
    await operator.code('export.state', { exportId }),
    await operator.code('export.cancel', { exportId }),
    await operator.code('export.read', { exportId, from: 0 }),
    await operator.code('export.show', { exportId }),
  ];
  expect(new Set(codes)).toEqual(new Set(['export_not_found']));
  expect(await begun.boss.code('export.state', { exportId })).toBe('ok');
});

it('a table of the Log keeps its rows, whatever another person searches for under its id', async () => {
  const { boss } = begun;
  await issueFile(boss, await checkFile(boss, csvOf(['A-1'])));
  const searchId = randomUUID();
  const found = (text: string) => ({ searchId, query: queryOf({ text }), pageSize: 10 });
  const rows = { searchId, from: 0, count: 10 };
  await expect.poll(async () => (await boss.ask('log.search', found(''))).rows.length).toBe(1);
  expect(await operator.code('log.rows', rows)).toBe('search_gone');
  expect(await operator.code('log.count', { searchId })).toBe('search_gone');
  expect((await operator.ask('log.search', found('nothing like it'))).rows).toEqual([]);
  expect((await boss.ask('log.rows', rows)).rows).toHaveLength(1);
});

it('a batch is not begun again by another person who names its id', async () => {
  const { boss } = begun;
  const [first, other] = [
    await checkFile(boss, csvOf(['A-1'])),
    await checkFile(operator, csvOf(['B-1'])),
  ];
  const batchId = randomUUID();
  expect(await issueFile(boss, first, batchId)).toMatchObject({ ok: true });
  expect(await issueFile(boss, first, batchId)).toMatchObject({ ok: true });
  expect(await issueFile(operator, other, batchId)).toMatchObject({
    error: { code: 'batch_not_possible' },
  });
});

it('pieces of a report with requisites do not go to a person who may not have them', async () => {
  const { boss } = begun;
  const started = await issueFile(boss, await checkFile(boss, csvOf(['A-1'])));
  if (!started.ok) throw new Error(started.error.code);
  const { batchId } = started.value;
  await expect.poll(async () => (await boss.ask('batch.get', { batchId })).state).toBe('done');
  const about = { batchId, which: 'all' as const, format: 'csv' as const, words: {} };
  const report = { ...about, reportId: randomUUID() };
  const written = boss.code('batch.report', { ...report, requisites: 'whole', from: 0 });
  // While it is in memory.
  await setImmediate();
  const foreign = operator.code('batch.report', { ...report, requisites: 'masked', from: 1 });
  expect([await foreign, await written]).toEqual(['export_file_missing', 'ok']);
});

it('a statement is settled from a person’s own preview, and pieces of a report go to the person who asked for it', async () => {
  const { boss } = begun;
  const other = await begun.as('supervisor');
  const statementId = await recordStatement(boss);
  const { previewId } = await boss.ask('statement.previewSettle', { statementId });
  const settling = { statementId, previewId, kinds: ['found' as const], note: '' };
  expect(await other.code('statement.settle', settling)).toBe('statement_not_possible');
  expect(await boss.code('statement.settle', settling)).toBe('ok');

  const order = { reportId: randomUUID(), format: 'csv' as const };
  const report = { ...order, statementId };
  const activity = { ...order, filter: EVERY_ACTIVITY };
  await boss.ask('statement.report', { ...report, from: 0 });
  await boss.ask('activity.export', { ...activity, from: 0 });
  const pieces = async (page: Page) => [
    await page.code('statement.report', { ...report, from: 1 }),
    await page.code('activity.export', { ...activity, from: 1 }),
  ];
  expect(await pieces(other)).toEqual(['export_file_missing', 'export_file_missing']);
  expect(await pieces(boss)).toEqual(['ok', 'ok']);
});

it('a row of a batch is its own: no other request is issued under its intent', async () => {
  const file = await checkFile(begun.boss, csvOf(['A-1', 'A-2']));
  const kept: (() => void)[] = [];
  answer = (call, response) => void kept.push(() => accepting(call, response));
  const started = await issueFile(begun.boss, file);
  if (!started.ok) throw new Error(started.error.code);
  const { batchId } = started.value;
  const rowsOf = async () => {
    const page = { batchId, outcomes: [], from: 0, count: 10 };
    return (await operator.ask('batch.rows', page)).rows;
  };
  await expect.poll(() => kept.length).toBe(1);
  const intentId = (await rowsOf()).at(-1)?.intentId ?? intent('none');
  answer = accepting;
  const { fields } = createDraftOf({ order_id: 'other', customer: 'other' });
  const typed = { intentId, profileId: SANDBOX, fields, reissue: null };
  expect(await operator.code('issue.create', typed)).toBe('intent_conflict');
  kept.forEach((give) => give());
  await expect.poll(() => provider.posts().length).toBe(2);
  const orders = provider.posts().map(({ body }) => fieldsOf(body)['order_id']);
  expect(orders).toEqual(['A-1', 'A-2']);
  await expect.poll(async () => (await rowsOf()).at(-1)).toMatchObject({ outcome: 'accepted' });
  expect(await operator.code('issue.create', typed)).toBe('intent_conflict');
});

it('what one person has said of the columns of a file is not said for another person', async () => {
  const csv = csvOf(['A-1']).replace('Amount', 'Amount (cents)');
  const { importId } = await checkFile(operator, csv);
  const { mapping } = (await operator.ask('import.current', {}))?.reading ?? { mapping: {} };
  const amount = { from: 'column' as const, column: 0, unit: 'major' as const };
  const said = await operator.ask('import.check', { importId, mapping: { ...mapping, amount } });
  expect(said.ready).toBe(1);
  const own = await checkFile(begun.boss, csv);
  expect(own.check.ready).toBe(0);
});
