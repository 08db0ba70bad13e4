import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ProfileId } from '#shared/domain/ids.ts';

import { PACE, accepting, importId } from '../batch/testing/batchDesk.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { SHOWN_DIGEST, memoryImports, readyRowsOf, unnumbered } from '../testing/memoryImports.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { type Begun, type Page, type PeopleDesk, openPeopleDesk } from '../testing/peopleDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../testing/provider.ts';
import { queryOf } from '../testing/searching.ts';
import { setUpWith } from '../testing/setUp.ts';
import { gate } from '../testing/waitUntil.ts';

afterAll(removeTemporaryDirs);

const ROWS = 4;

let provider: TestProvider;
let desk: PeopleDesk;
let profileId: ProfileId;
let rest: ReturnType<typeof gate>;
beforeEach(async () => {
  rest = gate();
  // The first order is answered at once, every other one when the test says so.
  const firstAlone: Answer = (call, response) => {
    if (provider.posts().length <= 1) accepting(call, response);
    else void rest.passed.then(() => accepting(call, response));
  };
  provider = await startTestProvider(firstAlone);
  profileId = SANDBOX;
  desk = await openPeopleDesk({
    dataDir: join(temporaryDir(), 'data'),
    baseUrl: provider.baseUrl,
    imports: {
      ready: (...asked) => memoryImports(readyRowsOf(profileId, ROWS, unnumbered)).ready(...asked),
    },
  });
});
afterEach(async () => {
  rest.open();
  await desk.services.close();
  await provider.close();
});

const start = (page: Page) =>
  page.call('batch.start', {
    importId,
    batchId: randomUUID(),
    requests: ROWS,
    digest: SHOWN_DIGEST,
    pace: PACE,
  });

it('a batch keeps its author, pauses when the author is archived, and goes on in another’s name', async () => {
  const { boss, as } = await desk.begin();
  const [author, other] = [await as('operator'), await as('senior')];
  const started = await start(author);
  if (!started.ok) throw new Error(started.error.code);
  const { batchId } = started.value;
  await author.ask('people.signOut', {});
  const get = () => boss.ask('batch.get', { batchId });
  await expect.poll(async () => (await get()).counts.accepted).toBeGreaterThan(0);
  await boss.ask('people.change', { personId: author.personId, isArchived: true });
  rest.open();
  await expect.poll(async () => (await get()).state).toBe('paused');
  expect(await get()).toMatchObject({ pause: { reason: 'author_archived' } });
  expect((await get()).counts.waiting).toBeGreaterThan(0);

  await other.ask('batch.resume', { batchId, pace: PACE });
  await expect.poll(async () => (await get()).state).toBe('done');
  const { rows } = await boss.ask('batch.rows', { batchId, outcomes: [], from: 0, count: ROWS });
  const authors = await Promise.all(
    rows.map(async ({ intentId }) => {
      const { request } = await boss.ask('log.history', { intentId });
      return request.operator.personId;
    }),
  );
  expect(new Set(authors)).toEqual(new Set([author.personId, other.personId]));
});

it('a batch in Live is a supervisor’s to start', async () => {
  const page = desk.page('set-up');
  const setUp = setUpWith({ baseUrl: 'https://provider.example/x' });
  profileId = (await page.ask('profile.save', { id: null, setUp })).id;
  const { boss, as } = await desk.begin();
  expect(await start(await as('senior'))).toMatchObject({ error: { code: 'not_permitted' } });
  expect(await start(boss)).toMatchObject({ error: { code: 'live_not_confirmed' } });
});

describe('what depends on the input', () => {
  let begun: Begun;
  beforeEach(async () => {
    begun = await desk.begin();
  });

  const order = (requisites: 'masked' | 'whole') => ({
    exportId: randomUUID(),
    query: queryOf(),
    format: 'csv' as const,
    delimiter: 'comma' as const,
    requisites,
  });

  it('an unmasked export is a supervisor’s, also for a page that heard its id', async () => {
    const operator = await begun.as('operator');
    const whole = order('whole');
    expect(await operator.code('export.start', whole)).toBe('not_permitted');
    expect(await operator.code('export.start', order('masked'))).toBe('ok');
    await begun.boss.ask('export.start', whole);
    await expect
      .poll(async () => (await begun.boss.ask('export.state', { exportId: whole.exportId })).state)
      .toBe('done');
    const read = { exportId: whole.exportId, from: 0 };
    expect(await operator.code('export.read', read)).toBe('export_not_found');
    expect(await operator.code('export.show', { exportId: whole.exportId })).toBe(
      'export_not_found',
    );
    expect(await begun.boss.code('export.read', read)).toBe('ok');
  });

  it('another keychain library is the integrator’s, another theme everyone’s', async () => {
    const [operator, integrator] = [await begun.as('operator'), await begun.as('integrator')];
    expect(await operator.code('settings.update', { theme: 'dark' })).toBe('ok');
    expect(await operator.code('settings.update', { keychainLibrary: 'keytar' })).toBe(
      'not_permitted',
    );
    expect(await integrator.code('settings.update', { keychainLibrary: 'keyring' })).toBe('ok');
  });
});
