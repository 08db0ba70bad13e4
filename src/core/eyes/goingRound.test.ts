import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import type { EyesKind } from '#shared/domain/eyes.ts';
import { type ProfileId, merchantIdSchema } from '#shared/domain/ids.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import type { ProfileSetUp } from '#shared/domain/profile.ts';
import { ok } from '#shared/domain/result.ts';

import { PACE, accepting, importId } from '../batch/testing/batchDesk.ts';
import { MERCHANT, removeTemporaryDirs } from '../testing/builders.ts';
import { SHOWN_DIGEST, memoryImports, readyRowsOf, unnumbered } from '../testing/memoryImports.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import type { Page } from '../testing/peopleDesk.ts';
import type { Answer } from '../testing/provider.ts';
import { queryOf } from '../testing/searching.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type EyesDesk, approveAt, cardAt, issueOf, openEyesDesk } from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

let eyes: EyesDesk;
afterEach(() => eyes.close());

const only = (kind: EyesKind) => ({ kinds: [kind] });
const ROWS = 4;
const ELSEWHERE = 'https://elsewhere.example';

describe('a profile file', () => {
  async function openWithRule(): Promise<{ readonly page: Page; readonly id: ProfileId }> {
    eyes = await openEyesDesk();
    const page = await eyes.begun.as('integrator');
    const { id } = await page.ask('profile.save', { id: null, setUp: setUpWith() });
    await eyes.setRules(only('set_up'), id);
    return { page, id };
  }
  const fileOf = (...profiles: readonly { readonly id: string; readonly setUp: ProfileSetUp }[]) =>
    JSON.stringify({ kind: 'deposit-desk-profiles', version: 1, profiles });

  it('that changes an address waits, as a change by hand does, for exactly this file', async () => {
    const { page, id } = await openWithRule();
    const load = (setUp: ProfileSetUp) =>
      page.code('profileFile.import', { text: fileOf({ id, setUp }) });
    expect(await load(setUpWith({ name: 'New' }))).toBe('ok');
    expect(await load(setUpWith({ baseUrl: ELSEWHERE }))).toBe('approval_needed');
    const before = setUpWith().defaultUrls;
    const callback = 'https://elsewhere.example/callback';
    expect(await load(setUpWith({ defaultUrls: { ...before, callback } }))).toBe('approval_needed');
    await load(setUpWith({ baseUrl: ELSEWHERE }));
    const card = (await page.ask('eyes.waiting', {})).cards.at(-1);
    await approveAt(page, eyes.begun.bossId);
    expect(card).toMatchObject({ content: { kind: 'profile' } });
    const stored = async () => (await page.ask('profile.list', {})).find((one) => one.id === id);
    expect(await stored()).toMatchObject({ name: 'New', baseUrl: setUpWith().baseUrl });
  });

  it('hides no changed profile behind a new one', async () => {
    const { page, id } = await openWithRule();
    const text = fileOf(
      { id: 'new-one', setUp: setUpWith({ name: 'Another' }) },
      { id, setUp: setUpWith({ baseUrl: ELSEWHERE }) },
    );
    expect(await page.code('profileFile.import', { text })).toBe('approval_needed');
    expect((await page.ask('profile.list', {})).map((one) => one.id)).not.toContain('new-one');
    await approveAt(page, eyes.begun.bossId);
    expect(await page.code('profileFile.import', { text })).toBe('ok');
    expect(await page.code('profileFile.import', { text })).toBe('ok');
  });

  it('does not bring a deleted profile back at another address unseen', async () => {
    const { page, id } = await openWithRule();
    await page.ask('profile.delete', { profileId: id });
    const text = fileOf({ id, setUp: setUpWith({ baseUrl: ELSEWHERE }) });
    expect(await page.code('profileFile.import', { text })).toBe('approval_needed');
  });

  it('says on the card what else it changes', async () => {
    const { page, id } = await openWithRule();
    const merchant = randomUUID();
    const setUp = setUpWith({ baseUrl: ELSEWHERE, merchant });
    expect(await page.code('profile.save', { id, setUp })).toBe('approval_needed');
    expect(JSON.stringify((await cardAt(page)).content)).toContain(merchant);
  });
});

it('rules end with the people, for everything that the guard asks about, too', async () => {
  eyes = await openEyesDesk();
  const { boss, code } = eyes.begun;
  await eyes.setRules(only('unmasked_export'));
  await boss.ask('people.end', { code });
  const order = { query: queryOf(), format: 'csv' as const, delimiter: 'comma' as const };
  const whole = { ...order, exportId: randomUUID(), requisites: 'whole' as const };
  expect(await boss.code('export.start', whole)).toBe('ok');
});

it('cards of one person do not push out those of another', async () => {
  eyes = await openEyesDesk();
  await eyes.setRules({ amountFrom: { RUB: minorUnitsSchema.parse(1) } });
  const [ann, eve] = [await eyes.begun.as('operator'), await eyes.begun.as('operator')];
  await ann.call('issue.create', issueOf('ann', 1));
  await approveAt(ann, eyes.begun.bossId);
  const many = Array.from({ length: 101 }, (_, at) => issueOf(`eve-${at}`, 1));
  await Promise.all(many.map((one) => eve.call('issue.create', one)));
  expect(await ann.code('issue.create', issueOf('ann', 1))).toBe('ok');
});

it('an approved batch does not go on to another address or merchant', async () => {
  let profileId = SANDBOX;
  const rows = () => readyRowsOf(profileId, ROWS, unnumbered);
  const imports = { ...memoryImports(rows()), ready: async () => ok(rows()) };
  let goOn: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const held: Answer = (call, response) => void paused.then(() => accepting(call, response));
  eyes = await openEyesDesk({ answer: held, imports });
  const { boss } = eyes.begun;
  const integrator = await eyes.begun.as('integrator');
  const setUp = setUpWith({ baseUrl: eyes.provider.baseUrl, mode: 'sandbox', merchant: MERCHANT });
  profileId = (await integrator.ask('profile.save', { id: null, setUp })).id;
  const secret = { slot: { kind: 'signing' as const }, secret: 's'.repeat(32) };
  await integrator.ask('profile.setSecret', { profileId, ...secret, keep: 'run' });
  await eyes.setRules({ amountFrom: { RUB: minorUnitsSchema.parse(1) } }, profileId);
  const ann = await eyes.begun.as('operator');
  const batchId = randomUUID();
  const start = {
    importId,
    batchId,
    requests: ROWS,
    digest: SHOWN_DIGEST,
    pace: { ...PACE, atOnce: 1 },
  };
  expect(await ann.code('batch.start', start)).toBe('approval_needed');
  await approveAt(ann, eyes.begun.bossId);
  expect(await ann.code('batch.start', start)).toBe('ok');
  await ann.ask('batch.pause', { batchId });
  goOn();
  const state = async () => (await ann.ask('batch.get', { batchId })).state;
  await expect.poll(state).toBe('paused');
  const sent = eyes.provider.posts().length;
  expect(sent).toBeLessThan(ROWS);

  const elsewhere = { ...setUp, merchant: merchantIdSchema.parse(randomUUID()) };
  await integrator.ask('profile.save', { id: profileId, setUp: elsewhere });
  const resume = { batchId, pace: PACE };
  expect(await ann.code('batch.resume', resume)).toBe('profile_elsewhere');
  expect(await boss.code('batch.resume', resume)).toBe('profile_elsewhere');
  expect(eyes.provider.posts()).toHaveLength(sent);
  await integrator.ask('profile.save', { id: profileId, setUp });
  expect(await ann.code('batch.resume', resume)).toBe('ok');
  await expect.poll(state).toBe('done');
  expect(await boss.ask('log.verify', {})).toMatchObject({ verdict: 'holds' });
});
