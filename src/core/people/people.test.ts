import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { DeskEvent } from '#shared/contract/events.ts';
import { DRAFT_FIELDS, savedDraftSchema } from '#shared/domain/draft.ts';

import { openDatabase } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { peopleStateOf } from '../log/store/peopleRows.ts';
import { rebuildProjection } from '../log/store/projection.ts';
import { rowFaultOf } from '../log/testing/rowFault.ts';
import { createStore } from '../log/store/store.ts';
import type { Vault } from '../ports.ts';
import {
  createDraftOf,
  createRecordOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { BOSS_PIN, type Page, type PeopleDesk, openPeopleDesk } from '../testing/peopleDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
let keychain: Vault;
let provider: TestProvider;
let desk: PeopleDesk;
async function open(): Promise<void> {
  desk = await openPeopleDesk({ dataDir, keychain, baseUrl: provider.baseUrl });
}
beforeEach(async () => {
  dataDir = join(temporaryDir(), 'data');
  keychain = createTestKeychain();
  provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  await open();
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

const isIn = async (page: Page): Promise<boolean> =>
  (await page.ask('people.session', {})).person !== null;

const issueAs = (page: Page, name: string) =>
  page.call('issue.create', {
    intentId: intent(name),
    profileId: SANDBOX,
    fields: createDraftOf({ order_id: name, customer: `cust-${name}` }).fields,
    reissue: null,
  });

describe('attribution', () => {
  it('names the person in every event, and the OS account before there were people', async () => {
    await issueAs(desk.page('boss'), 'before');
    await desk.rested('before');
    const { as } = await desk.begin();
    const senior = await as('senior');
    await issueAs(senior, 'after');
    await desk.rested('after');
    await senior.ask('request.note', { intentId: intent('before'), text: 'called' });
    const { request, events } = await senior.ask('log.history', { intentId: intent('before') });
    expect(request.operator).not.toHaveProperty('personId');
    expect(events.find(({ kind }) => kind === 'noted')).toMatchObject({
      operator: { name: 'senior 1', personId: senior.personId },
    });
    const after = await senior.ask('log.history', { intentId: intent('after') });
    expect(after.request.operator).toMatchObject({ personId: senior.personId });
  });

  it('stays with the person who asked, also where the page is locked before the answer', async () => {
    const { as } = await desk.begin();
    const operator = await as('operator');
    const issuing = issueAs(operator, 'slow');
    await operator.ask('people.signOut', {});
    expect((await issuing).ok).toBe(true);
    const rested = await desk.rested('slow');
    expect(rested.operator.personId).toBe(operator.personId);
  });
});

describe('a signed-out page', () => {
  it('hears nothing of customers, and the others only what their role sees', async () => {
    const { boss, as } = await desk.begin();
    const pages = { boss, operator: await as('operator'), integrator: await as('integrator') };
    await issueAs(boss, 'heard');
    await desk.rested('heard');
    const request = desk.events.find(({ name }) => name === 'request.changed');
    const fill: DeskEvent = { name: 'desk.open', screen: 'new', link: 'customer=1' };
    const health: DeskEvent = { name: 'backup.changed', running: false };
    const heard = (page: Page) =>
      [request, fill, health].map(
        (event) => event !== undefined && desk.services.mayHear(page.caller, event),
      );
    expect(heard(pages.boss)).toEqual([true, true, true]);
    expect(heard(pages.operator)).toEqual([true, true, true]);
    expect(heard(pages.integrator)).toEqual([false, false, true]);
    await pages.operator.ask('people.signOut', {});
    expect(heard(pages.operator)).toEqual([false, false, true]);
    expect(heard(desk.page('fresh'))).toEqual([false, false, true]);
  });

  it('is signed out with the screen, after idle minutes, and by a restart', async () => {
    const { boss, bossId, as } = await desk.begin();
    const operator = await as('operator');
    desk.services.setLocked(true);
    expect([await isIn(boss), await isIn(operator)]).toEqual([false, false]);
    expect((await boss.ask('people.session', {})).lastPersonId).toBe(bossId);
    await boss.ask('people.signIn', { personId: bossId, pin: BOSS_PIN });
    const rules = await boss.ask('people.rules', {});
    await boss.ask('people.changeRules', { ...rules, idleMinutes: 5 });
    desk.passMs(4 * 60_000);
    await boss.ask('people.stillHere', {});
    desk.passMs(4 * 60_000);
    expect(await isIn(boss)).toBe(true);
    desk.passMs(60_000);
    expect(await boss.code('people.stillHere', {})).toBe('sign_in_first');
    expect(
      desk.services.mayHear(boss.caller, { name: 'profile.changed', profileId: SANDBOX }),
    ).toBe(false);
    await boss.ask('people.signIn', { personId: bossId, pin: BOSS_PIN });
    await desk.services.close();
    await open();
    expect(await isIn(desk.page('boss'))).toBe(false);
    expect((await desk.page('boss').ask('people.session', {})).idleMinutes).toBe(5);
  });

  it('keeps what was typed for the one who typed it', async () => {
    const { as } = await desk.begin();
    const [ann, bob] = [await as('operator'), await as('operator')];
    const shared = desk.page('shared');
    const form = { pageId: randomUUID(), profileId: SANDBOX, flow: 'create' as const };
    const draft = savedDraftSchema.parse({
      intentId: intent('typed'),
      texts: Object.fromEntries(DRAFT_FIELDS.map((field) => [field, ''])),
      orderIsAuto: true,
      filledIn: { callback_url: '', success_url: '', reject_url: '' },
    });
    const signIn = (personId: string) => shared.ask('people.signIn', { personId, pin: BOSS_PIN });
    await signIn(ann.personId);
    await shared.ask('draft.keep', { ...form, draft });
    await shared.ask('people.signOut', {});
    expect(await shared.code('draft.adopt', form)).toBe('sign_in_first');
    await signIn(bob.personId);
    expect(await shared.ask('draft.adopt', form)).toBeNull();
    await signIn(ann.personId);
    expect(await shared.ask('draft.adopt', form)).toEqual(draft);
  });
});

describe('people', () => {
  it('who are archived are signed out at once and cannot come back by themselves', async () => {
    const { boss, as } = await desk.begin();
    const operator = await as('operator');
    const { personId } = operator;
    expect(await operator.code('log.now', { profileId: SANDBOX })).toBe('ok');
    await boss.ask('people.change', { personId, isArchived: true });
    expect(await operator.code('log.now', { profileId: SANDBOX })).toBe('sign_in_first');
    expect(await operator.code('people.signIn', { personId, pin: BOSS_PIN })).toBe(
      'person_not_found',
    );
    const { choices } = await operator.ask('people.session', {});
    expect(choices.map(({ name }) => name)).toEqual(['Boss']);
  });

  it('always have one supervisor, and no two the same name', async () => {
    const { boss, bossId: personId, add } = await desk.begin();
    expect(await boss.code('people.change', { personId, isArchived: true })).toBe(
      'last_supervisor',
    );
    expect(await boss.code('people.change', { personId, role: 'auditor' })).toBe('last_supervisor');
    const named = { name: ' boss', role: 'operator' as const, pin: BOSS_PIN };
    expect(await boss.code('people.add', named)).toBe('person_name_taken');
    const second = await add('Second', 'supervisor');
    await boss.ask('people.change', { personId, role: 'auditor' });
    expect(await boss.code('people.list', {})).toBe('not_permitted');
    expect(second).not.toBe('');
  });

  it('are signed out elsewhere when a supervisor resets their PIN', async () => {
    const { boss, as } = await desk.begin();
    const operator = await as('operator');
    await boss.ask('people.resetPin', { personId: operator.personId, pin: '560213' });
    expect(await isIn(operator)).toBe(false);
    expect(await isIn(boss)).toBe(true);
  });

  it('are signed out elsewhere when they change their PIN, or the Supervisor code gives them another', async () => {
    const { code, as } = await desk.begin();
    const operator = await as('operator');
    const { personId } = operator;
    const other = desk.page('other');
    await other.ask('people.signIn', { personId, pin: BOSS_PIN });
    await operator.ask('people.changeOwnPin', { pin: BOSS_PIN, newPin: '560213' });
    expect(await isIn(operator)).toBe(true);
    expect(await isIn(other)).toBe(false);
    await other.ask('people.signIn', { personId, pin: '560213' });
    await desk.page('third').ask('people.useCode', { personId, code, pin: null });
    expect(await isIn(other)).toBe(true);
    await desk.page('third').ask('people.useCode', { personId, code, pin: '730284' });
    expect(await isIn(other)).toBe(false);
    expect(await isIn(operator)).toBe(false);
  });

  it('are what their events give: rebuilt, verified, and found where a row was changed', async () => {
    const { boss, as } = await desk.begin();
    const operator = await as('operator');
    await operator.call('people.changeOwnPin', { pin: 'wrong', newPin: '560213' });
    expect(await boss.ask('log.verify', {})).toMatchObject({ verdict: 'holds' });
    await desk.services.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    try {
      const store = createStore(db);
      const before = peopleStateOf(store);
      expect(before.people.map(({ failures }) => failures)).toEqual([0, 1]);
      db.transaction(() => rebuildProjection(db))();
      expect(peopleStateOf(store)).toEqual(before);
      expect(rowFaultOf(store)).toBeNull();
      db.exec(`UPDATE person SET record = replace(record, '"failures":1', '"failures":0')`);
      expect(rowFaultOf(store)).toMatch(/^table person: the row of person .+ is not what/u);
    } finally {
      db.close();
    }
    await open();
  });
});

describe('a log that cannot be read', () => {
  const breakLog = async (): Promise<void> => {
    await desk.services.close();
    writeFileSync(logPathsOf(dataDir).file, 'not a log');
    await open();
  };

  it('opens only its restoring where it had people', async () => {
    await desk.begin();
    expect(existsSync(join(dataDir, 'people.json'))).toBe(true);
    await breakLog();
    const page = desk.page('x');
    expect((await page.ask('log.health', {})).state).toBe('damaged');
    expect(await page.code('profile.list', {})).toBe('sign_in_first');
    expect(await page.code('people.begin', { name: 'Me', pin: BOSS_PIN })).toBe(
      'people_not_possible',
    );
    expect(await page.code('log.backups', {})).toBe('ok');
    expect(await page.ask('people.session', {})).toMatchObject({ permissions: ['restore'] });
  });

  it('changes nothing where it had none', async () => {
    await breakLog();
    expect(await desk.page('x').code('profile.list', {})).toBe('ok');
  });
});
