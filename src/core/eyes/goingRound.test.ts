import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import type { EyesKind } from '#shared/domain/eyes.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { ProfileSetUp } from '#shared/domain/profile.ts';

import { removeTemporaryDirs } from '../testing/builders.ts';
import type { Page } from '../testing/peopleDesk.ts';
import { queryOf } from '../testing/searching.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type EyesDesk, approveAt, cardAt, openEyesDesk } from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

let eyes: EyesDesk;
afterEach(() => eyes.close());

const only = (kind: EyesKind) => ({ kinds: [kind] });
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
    expect(card).toMatchObject({ content: { kind: 'address' } });
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
