import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Activity, type ActivityFilter, EVERY_ACTIVITY } from '#shared/domain/activity.ts';
import { CONTRACT, OPERATION_NAMES } from '#shared/contract/operations.ts';

import { readCsv } from '../exports/testing/readCsv.ts';
import { openDatabase } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { rebuildProjection } from '../log/store/projection.ts';
import { rowFaultOf } from '../log/testing/rowFault.ts';
import { createStore } from '../log/store/store.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import {
  BOSS_PIN,
  type Begun,
  type Page,
  type PeopleDesk,
  openPeopleDesk,
} from '../testing/peopleDesk.ts';
import { CHANGES } from './changes.ts';

afterAll(removeTemporaryDirs);

const WRONG = '951753';

let dataDir: string;
let desk: PeopleDesk;
let begun: Begun;
beforeEach(async () => {
  dataDir = join(temporaryDir(), 'data');
  desk = await openPeopleDesk({ dataDir });
  begun = await desk.begin();
});
afterEach(() => desk.services.close());

const listed = async (
  filter: Partial<ActivityFilter> = {},
  page: Page = begun.boss,
): Promise<readonly Activity[]> => {
  const asked = { filter: { ...EVERY_ACTIVITY, ...filter }, before: null, pageSize: 200 };
  return (await page.ask('activity.page', asked)).rows;
};
const lines = (rows: readonly Activity[]): readonly string[] =>
  rows.map(({ kind, who }) => `${kind} ${who?.name ?? '–'}`);

describe('sign-ins', () => {
  it('are one line each, and a wrong PIN is counted up to the lock', async () => {
    const anna = await begun.add('Anna', 'operator');
    const page = desk.page('other');
    const signIn = async (pin: string): Promise<string> => {
      desk.passMs(60_000);
      return page.code('people.signIn', { personId: anna, pin });
    };
    expect(await signIn(WRONG)).toBe('pin_wrong');
    expect(await signIn(BOSS_PIN)).toBe('ok');
    expect(lines(await listed({ personId: anna }))).toEqual(['signed_in Anna', 'pin_tried Anna']);
    for (let failure = 1; failure <= 5; failure += 1) await signIn(WRONG);
    const failures = await listed({ group: 'failure' });
    expect(failures.map((row) => [row.who?.name, row.failures])).toEqual(
      [5, 4, 3, 2, 1, 1].map((count) => ['Anna', count]),
    );
    await begun.boss.ask('people.unlock', { personId: anna });
    expect(await signIn(WRONG)).toBe('pin_wrong');
    expect((await listed({ group: 'failure' }))[0]?.failures).toBe(1);
  });

  it('keep a failure that a supervisor answers with a new PIN', async () => {
    await desk.page('other').code('people.signIn', { personId: begun.bossId, pin: WRONG });
    await begun.boss.ask('people.resetPin', { personId: begun.bossId, pin: '864209' });
    expect(lines(await listed({ group: 'failure' }))).toEqual(['pin_tried Boss']);
    await begun.boss.ask('people.changeOwnPin', { pin: '864209', newPin: BOSS_PIN });
    expect(await listed({ group: 'failure' })).toHaveLength(1);
    expect(await listed({ group: 'people' })).toHaveLength(4);
  });

  it('by the Supervisor code leave only wrong codes as failures', async () => {
    const anna = await begun.add('Anna', 'operator');
    const use = (code: string) =>
      desk.page('other').code('people.useCode', { personId: anna, code, pin: null });
    const other = await begun.boss.ask('people.newCode', {});
    expect(await use(other.code)).toBe('code_wrong');
    expect(await use(begun.code)).toBe('ok');
    const [failure, ...more] = await listed({ group: 'failure' });
    expect(more).toEqual([]);
    expect(failure).toMatchObject({ kind: 'code_tried', who: null, about: 'Anna' });
    const [unlocked] = await listed({ group: 'people' });
    expect(unlocked).toMatchObject({ kind: 'person_unlocked', about: 'Anna' });
    expect(unlocked?.facts).toEqual([{ name: 'byCode', before: null, after: 'true' }]);
  });
});

describe('the list', () => {
  it('is read in pages, narrowed to a day, and open to auditors alone besides', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await begun.add(name, 'operator');
    const asked = { filter: EVERY_ACTIVITY, before: null, pageSize: 3 };
    const first = await begun.boss.ask('activity.page', asked);
    const second = await begun.boss.ask('activity.page', { ...asked, before: first.next });
    const all = await listed();
    expect([...first.rows, ...second.rows]).toEqual(all.slice(0, 6));
    expect(first.total).toBe(all.length);
    expect(second.rows.at(-1)?.seq).toBe(second.next ?? all.at(-1)?.seq);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await listed({ from: tomorrow })).toEqual([]);
    expect(await listed({ to: tomorrow })).toHaveLength(all.length);
    const auditor = await begun.as('auditor');
    expect(await listed({ group: 'people' }, auditor)).not.toEqual([]);
    expect(await auditor.ask('people.names', {})).toHaveLength(6);
    const senior = await begun.as('senior');
    expect(await senior.code('activity.page', asked)).toBe('not_permitted');
  });

  it('is exported with a proof, and the export is in it', async () => {
    await begun.add('=Anna', 'operator');
    const order = { reportId: crypto.randomUUID(), filter: EVERY_ACTIVITY, from: 0 };
    const piece = await begun.boss.ask('activity.export', { ...order, format: 'csv' });
    const [header, ...rows] = readCsv(readFileSync(piece.file, 'utf8').slice(1), ',');
    expect(header).toContain('failures_in_a_row');
    expect(rows.map((row) => row[2])).toContain('person_added');
    expect(rows.some((row) => row.includes('=Anna'))).toBe(false);
    expect(JSON.parse(readFileSync(`${piece.file}.proof`, 'utf8'))).toMatchObject({
      rows: rows.length,
    });
    const again = { ...order, reportId: crypto.randomUUID(), delimiter: 'semicolon' as const };
    const other = await begun.boss.ask('activity.export', { ...again, format: 'csv' });
    expect(readCsv(readFileSync(other.file, 'utf8').slice(1), ';')[0]).toEqual(header);
    const [, exported] = await listed({ group: 'export' });
    expect(exported).toMatchObject({ about: piece.name, who: { name: 'Boss' } });
  });
});

describe('a changed setting', () => {
  it('is an event with what changed, and no secret in it', async () => {
    const integrator = await begun.as('integrator');
    const [sandbox] = await integrator.ask('profile.list', {});
    if (sandbox === undefined) throw new Error('no profile');
    const { id: _, archivedAt: __, ...known } = sandbox;
    const setUp = { ...known, name: 'Shop', mode: 'live' as const };
    const shop = await integrator.ask('profile.save', { id: null, setUp });
    await integrator.ask('profile.save', {
      id: shop.id,
      setUp: { ...setUp, duplicateWindowMin: 30 },
    });
    const secret = 'canary-4f7b1c-secret';
    const slot = { kind: 'signing' as const };
    const asked = { profileId: shop.id, slot, secret, keep: 'run' as const };
    await integrator.ask('profile.setSecret', asked);
    await integrator.ask('settings.update', { notifications: 'off', theme: 'dark' });
    await integrator.ask('settings.update', { theme: 'light' });
    const rows = await listed({ group: 'setting' });
    expect(rows.map(({ about, facts }) => [about, facts[0]?.after])).toEqual([
      [null, 'settings.update'],
      ['Shop', 'profile.setSecret'],
      ['Shop', 'profile.save'],
      ['Shop', 'profile.save'],
    ]);
    expect(rows[0]?.facts.slice(1)).toEqual([
      { name: 'notifications', before: 'app', after: 'off' },
    ]);
    expect(rows[2]?.facts.slice(1)).toEqual([
      { name: 'duplicateWindowMin', before: String(known.duplicateWindowMin), after: '30' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(readFileSync(logPathsOf(dataDir).file).includes(secret)).toBe(false);
  });

  it('names what each role got and lost', async () => {
    const rules = await begun.boss.ask('people.rules', {});
    const roles = { ...rules.roles, operator: ['issue'] as const };
    await begun.boss.ask('people.changeRules', { roles, idleMinutes: 5 });
    const [row] = await listed({ group: 'people' });
    expect(row?.facts).toEqual([
      { name: 'operator.read_log', before: 'true', after: 'false' },
      { name: 'operator.mark', before: 'true', after: 'false' },
      { name: 'idleMinutes', before: '∞', after: '5' },
    ]);
  });

  it('is recorded for every operation that an integrator or a supervisor changes one with', () => {
    const others = OPERATION_NAMES.filter(
      (name) =>
        (CONTRACT[name].permission === 'set_up' || CONTRACT[name].permission === 'supervise') &&
        !(name in CHANGES),
    );
    // Questions, those that the log records as retention_set and protection_switched, and one that fills an empty log.
    expect(others).toEqual([
      'log.loadSample',
      'log.retentionPreview',
      'log.setRetention',
      'profileFile.preview',
      'connection.check',
      'format.pastAnswers',
      'lab.explain',
      'lab.search',
      'protection.newCode',
      'protection.apply',
      'protection.turnOff',
      'protection.resume',
      'team.check',
    ]);
  });

  it('leaves no event on a desk without people', async () => {
    const free = await openPeopleDesk({ dataDir: join(temporaryDir(), 'free') });
    const page = free.page('any');
    await page.ask('settings.update', { notifications: 'off' });
    expect(await listed({ group: 'setting' }, page)).toEqual([]);
    await free.services.close();
  });
});

describe('ending the desk’s people', () => {
  it('needs the Supervisor code, keeps the names in the log, and can begin again', async () => {
    await begun.as('operator');
    const other = await begun.boss.ask('people.newCode', {});
    expect(await begun.boss.code('people.end', { code: other.code })).toBe('code_wrong');
    const ended = await begun.boss.ask('people.end', { code: begun.code });
    expect(ended).toMatchObject({ hasPeople: false, person: null, choices: [] });
    const page = desk.page('fresh');
    expect(await page.code('profile.list', {})).toBe('ok');
    const [last] = await listed({}, page);
    expect(last).toMatchObject({ kind: 'people_ended', who: { name: 'Boss' } });
    expect((await page.ask('people.names', {})).map(({ name }) => name)).toContain('Boss');
    const again = await desk.begin('Vera');
    expect((await again.boss.ask('people.list', {})).map(({ name }) => name)).toEqual(['Vera']);
    expect(await again.boss.code('people.end', { code: begun.code })).toBe('code_wrong');
    await desk.services.close();
    const store = createStore(openDatabase(logPathsOf(dataDir).file));
    expect(rowFaultOf(store)).toBeNull();
    store.db.transaction(() => rebuildProjection(store.db))();
    expect(store.projection.people.all().map(({ name }) => name)).toEqual(['Vera']);
    store.db.close();
    desk = await openPeopleDesk({ dataDir });
    expect(await desk.page('any').code('issue.prepare', { profileId: SANDBOX })).toBe(
      'sign_in_first',
    );
  });
});
