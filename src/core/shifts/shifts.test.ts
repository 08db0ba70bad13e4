import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';
import type { ShiftState } from '#shared/domain/personShift.ts';

import { openDatabase } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { peopleStateOf } from '../log/store/peopleRows.ts';
import { rebuildProjection } from '../log/store/projection.ts';
import { shiftFault } from '../log/store/shiftRows.ts';
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

async function issueAs(page: Page, name: string): Promise<void> {
  await page.ask('issue.create', {
    intentId: intent(name),
    profileId: SANDBOX,
    fields: createDraftOf({ order_id: name, customer: `cust-${name}` }).fields,
    reissue: null,
  });
  await desk.rested(name);
}

/** Ann has handed over; Bob is at a page of his own. */
async function handedOver() {
  const begun = await desk.begin();
  const [ann, bob] = [await begun.as('operator'), await begun.as('operator')];
  const { own } = await ann.ask('shift.open', {});
  const shiftId = own?.shiftId ?? '';
  await ann.ask('shift.close', { shiftId, handsOver: true });
  return { ...begun, ann, bob, shiftId };
}

const handOvers = ({ waiting }: ShiftState): readonly string[] =>
  waiting.map(({ person }) => person.name);

describe('a shift', () => {
  it('is on every event of its person while it is open, and never needed', async () => {
    const { as } = await desk.begin();
    const ann = await as('operator');
    await issueAs(ann, 'before');
    const { own } = await ann.ask('shift.open', {});
    await issueAs(ann, 'during');
    expect(await ann.code('shift.open', {})).toBe('shift_not_possible');
    await ann.ask('shift.close', { shiftId: own?.shiftId ?? '', handsOver: false });
    await issueAs(ann, 'after');
    const shiftOf = async (name: string): Promise<string | undefined> => {
      const { request } = await ann.ask('log.history', { intentId: intent(name) });
      expect(request.operator.personId).toBe(ann.personId);
      return request.operator.shiftId;
    };
    expect(await shiftOf('before')).toBeUndefined();
    expect(await shiftOf('during')).toBe(own?.shiftId);
    expect(await shiftOf('after')).toBeUndefined();
    expect(await ann.ask('shift.state', {})).toEqual({ own: null, others: [], waiting: [] });
  });

  it('stays open over a restart, however long; a supervisor closes it, and both are named', async () => {
    const { boss, bossId, as } = await desk.begin();
    const [ann, bob] = [await as('operator'), await as('operator')];
    const { own } = await ann.ask('shift.open', {});
    await desk.services.close();
    await open();
    const back = desk.page('boss');
    await back.ask('people.signIn', { personId: bossId, pin: BOSS_PIN });
    const { others } = await back.ask('shift.state', {});
    expect(others).toEqual([own]);
    const again = desk.page('bob');
    await again.ask('people.signIn', { personId: bob.personId, pin: BOSS_PIN });
    const close = { shiftId: own?.shiftId ?? '', handsOver: true };
    expect(await again.code('shift.close', close)).toBe('not_permitted');
    const { waiting } = await back.ask('shift.close', close);
    expect(waiting).toMatchObject([
      {
        person: { personId: ann.personId },
        closed: { by: { personId: bossId }, left: { unknown: 0 } },
        handOver: 'waiting',
      },
    ]);
    expect(boss.caller).toEqual(back.caller);
  });

  it('narrows the log and the overview, and is named with its person', async () => {
    const { as } = await desk.begin();
    const [ann, bob] = [await as('operator'), await as('operator')];
    await issueAs(ann, 'ann-0');
    const { own } = await ann.ask('shift.open', {});
    await issueAs(ann, 'ann-1');
    await issueAs(bob, 'bob-1');
    const shiftId = own?.shiftId ?? '';
    const { people, shifts } = await ann.ask('shift.list', {});
    expect(people.map(({ name }) => name)).toEqual(['Boss', 'operator 1', 'operator 2']);
    expect(shifts).toEqual([own]);
    const found = async (filter: Partial<typeof NO_FILTER>): Promise<readonly string[]> => {
      const query = {
        text: '',
        filter: { ...NO_FILTER, ...filter },
        range: { kind: 'all' } as const,
        sort: NEWEST_FIRST,
        dayProfileId: SANDBOX,
      };
      const searchId = crypto.randomUUID();
      const { rows } = await ann.ask('log.search', { searchId, query, pageSize: 20 });
      return rows.map(({ orderId }) => orderId);
    };
    await expect.poll(() => found({ people: [ann.personId] })).toEqual(['ann-1', 'ann-0']);
    expect(await found({ shifts: [shiftId] })).toEqual(['ann-1']);
    expect(await found({ people: [bob.personId], shifts: [shiftId] })).toEqual([]);
    const asked = { profileId: SANDBOX, range: { kind: 'all' } as const };
    const all = await ann.ask('overview.read', asked);
    expect(all.people.map(({ name, sums }) => [name, sums[0]?.count])).toEqual([
      ['operator 1', 2],
      ['operator 2', 1],
    ]);
    const of = { kind: 'shift', shiftId } as const;
    const one = await ann.ask('overview.read', { ...asked, of });
    expect(one.totals.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});

describe('a hand-over', () => {
  it('is accepted by the next person with their PIN, at the page of the one who leaves', async () => {
    const { ann, bob, shiftId } = await handedOver();
    const accept = { shiftId, personId: bob.personId, pin: BOSS_PIN };
    const session = await ann.ask('shift.accept', accept);
    expect(session.person?.personId).toBe(bob.personId);
    const state = await bob.ask('shift.state', {});
    expect(state.own).toMatchObject({ person: { personId: bob.personId }, closed: null });
    expect(state.waiting).toEqual([]);
    const { shifts } = await bob.ask('shift.list', {});
    expect(shifts.find((one) => one.shiftId === shiftId)).toMatchObject({
      person: { personId: ann.personId },
      handOver: 'accepted',
      accepted: { by: { personId: bob.personId } },
    });
    // The same again, from whichever page.
    expect(await bob.code('shift.accept', accept)).toBe('shift_not_possible');
    expect(await ann.code('shift.accept', { ...accept, shiftId: crypto.randomUUID() })).toBe(
      'shift_not_possible',
    );
  });

  it('goes into the shift that the next person has open already', async () => {
    const { bob, shiftId } = await handedOver();
    const { own } = await bob.ask('shift.open', {});
    await bob.ask('shift.accept', { shiftId, personId: bob.personId, pin: BOSS_PIN });
    const state = await bob.ask('shift.state', {});
    expect(state).toEqual({ own, others: [], waiting: [] });
  });

  it('is not accepted by the same person, an archived one, one who issues nothing, or a wrong PIN', async () => {
    const { boss, ann, bob, as, shiftId } = await handedOver();
    const auditor = await as('auditor');
    const by = (personId: string, pin = BOSS_PIN) =>
      boss.code('shift.accept', { shiftId, personId, pin });
    expect(await by(ann.personId)).toBe('shift_same_person');
    expect(await by(auditor.personId)).toBe('not_permitted');
    for (const code of ['pin_wrong', 'pin_wrong', 'pin_wrong', 'pin_wait']) {
      expect(await by(bob.personId, '999999')).toBe(code);
    }
    // The delay of signing in is the same one.
    expect(await bob.code('people.signIn', { personId: bob.personId, pin: BOSS_PIN })).toBe(
      'pin_wait',
    );
    desk.passMs(30_000);
    expect(await by(bob.personId, '999999')).toBe('pin_wrong');
    desk.passMs(30_000);
    expect(await by(bob.personId, '999999')).toBe('pin_locked');
    expect(await by(bob.personId)).toBe('pin_locked');
    await boss.ask('people.unlock', { personId: bob.personId });
    await boss.ask('people.change', { personId: bob.personId, isArchived: true });
    expect(await by(bob.personId)).toBe('person_not_found');
    expect(handOvers(await boss.ask('shift.state', {}))).toEqual(['operator 1']);
  });

  it('waits over a kill between closing and accepting, and for one acceptance only', async () => {
    const { ann, bob, shiftId, bossId } = await handedOver();
    await desk.services.close();
    await open();
    const page = desk.page('later');
    const another = desk.page('another');
    for (const one of [page, another]) {
      await one.ask('people.signIn', { personId: ann.personId, pin: BOSS_PIN });
    }
    expect(handOvers(await page.ask('shift.state', {}))).toEqual(['operator 1']);
    const codes = await Promise.all([
      page.code('shift.accept', { shiftId, personId: bob.personId, pin: BOSS_PIN }),
      another.code('shift.accept', { shiftId, personId: bossId, pin: BOSS_PIN }),
    ]);
    expect(codes.toSorted()).toEqual(['ok', 'shift_not_possible']);
  });

  it('is taken back by opening a shift again', async () => {
    const { ann, bob, shiftId } = await handedOver();
    const { own, waiting } = await ann.ask('shift.open', {});
    expect(own?.shiftId).not.toBe(shiftId);
    expect(waiting).toEqual([]);
    expect(await bob.code('shift.accept', { shiftId, personId: bob.personId, pin: BOSS_PIN })).toBe(
      'shift_not_possible',
    );
  });

  it('tells of every profile at a desk with people, and of one at a desk without', async () => {
    const page = desk.page('boss');
    await issueAs(page, 'flag-me');
    await page.ask('request.flag', { intentId: intent('flag-me'), flagged: true });
    const report = () => page.ask('shift.report', { profileId: SANDBOX });
    await expect.poll(async () => (await report()).flaggedTotal).toBe(1);
    expect(await page.ask('shift.list', {})).toEqual({ people: [], shifts: [] });
    expect(await page.code('shift.open', {})).toBe('people_not_possible');
    await desk.begin();
    const { own } = await page.ask('shift.open', {});
    const { waiting } = await page.ask('shift.close', {
      shiftId: own?.shiftId ?? '',
      handsOver: true,
    });
    expect(waiting[0]?.closed?.left).toEqual({
      unknown: 0,
      flagged: 1,
      mismatched: 0,
      callbacks: 0,
      batches: 0,
    });
    expect((await report()).profiles[0]).toMatchObject({ flagged: 1, callbacks: 0 });
  });
});

describe('shifts in the log', () => {
  it('are what their events give: rebuilt, verified, and found where a row was changed', async () => {
    const { boss, bob, shiftId } = await handedOver();
    await boss.ask('shift.open', {});
    await bob.ask('shift.accept', { shiftId, personId: bob.personId, pin: BOSS_PIN });
    expect(await boss.ask('log.verify', {})).toMatchObject({ verdict: 'holds' });
    await desk.services.close();
    const db = openDatabase(logPathsOf(dataDir).file);
    try {
      const store = createStore(db);
      const before = peopleStateOf(store);
      expect(before.shifts.open).toHaveLength(2);
      db.transaction(() => rebuildProjection(db))();
      expect(peopleStateOf(store)).toEqual(before);
      expect(shiftFault(store)).toBeNull();
      db.exec(
        `UPDATE shift SET record = replace(record, '"handOver":"accepted"', '"handOver":"none"')`,
      );
      expect(shiftFault(store)).toHaveProperty('detail', expect.stringContaining('shift'));
    } finally {
      db.close();
    }
    await open();
  });
});
