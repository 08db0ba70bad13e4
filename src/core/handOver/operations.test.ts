import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { EVERY_ACTIVITY } from '#shared/domain/activity.ts';
import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

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

/** Ann and Bob, each at a page of their own. */
async function annAndBob() {
  const begun = await desk.begin();
  const [ann, bob] = [await begun.as('operator'), await begun.as('operator')];
  const to = (personId: string, more: { pin?: string; text?: string } = {}) =>
    ({ personId, pin: BOSS_PIN, text: null, ...more }) as const;
  return { ...begun, ann, bob, to };
}

const reportAt = (page: Page) => page.ask('handOver.report', { profileId: SANDBOX });
const sinceAt = async (page: Page): Promise<string | null> => (await reportAt(page)).since;

/** Hand-overs and their texts as Activity tells them to the supervisor, newest first. */
async function told(boss: Page) {
  const filter = { ...EVERY_ACTIVITY, group: 'hand_over' } as const;
  const { rows } = await boss.ask('activity.page', { filter, before: null, pageSize: 50 });
  return rows.map(({ kind, who, facts }) => [
    kind,
    who?.name,
    ...facts.map(({ name, before, after }) => `${name}: ${before ?? ''} → ${after ?? ''}`),
  ]);
}

function lastMidnight(): string {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}

describe('a hand-over', () => {
  it('is accepted by the next person with their PIN, at the page of the one who leaves', async () => {
    const { boss, ann, bob, to } = await annAndBob();
    await issueAs(ann, 'flag-me');
    await ann.ask('request.flag', { intentId: intent('flag-me'), flagged: true });
    await expect.poll(async () => (await reportAt(ann)).flaggedTotal).toBe(1);
    expect(await sinceAt(bob)).toBe(lastMidnight());
    const session = await ann.ask('handOver.accept', to(bob.personId, { text: 'Call Ivan' }));
    expect(session.person?.personId).toBe(bob.personId);
    expect((await ann.ask('people.session', {})).person?.personId).toBe(bob.personId);
    await expect
      .poll(() => told(boss))
      .toEqual([
        ['handed_over', 'operator 1', 'person: operator 1 → operator 2', 'left.flagged:  → 1'],
        ['hand_over_text', 'operator 1'],
      ]);
    const { text, since } = await reportAt(bob);
    expect(text).toMatchObject({ text: 'Call Ivan', operator: { personId: ann.personId } });
    expect(since).toBe(text?.at);
    // The same again: the page is Bob's now.
    expect(await ann.code('handOver.accept', to(bob.personId))).toBe('hand_over_same_person');
    expect(await boss.ask('log.verify', {})).toMatchObject({ verdict: 'holds' });
  });

  it('is where the work of the next person begins, until they hand over, also over a restart', async () => {
    const { ann, bob, to } = await annAndBob();
    await ann.ask('handOver.accept', to(bob.personId));
    const since = await sinceAt(bob);
    expect(since).not.toBe(lastMidnight());
    await desk.services.close();
    await open();
    const again = desk.page('again');
    await again.ask('people.signIn', { personId: bob.personId, pin: BOSS_PIN });
    expect(await sinceAt(again)).toBe(since);
    // A text alone hands nothing over.
    await again.ask('handOver.write', { text: 'Nobody is there yet' });
    expect(await sinceAt(again)).toBe(since);
    await again.ask('handOver.accept', to(ann.personId));
    const later = desk.page('later');
    await later.ask('people.signIn', { personId: bob.personId, pin: BOSS_PIN });
    expect(await sinceAt(later)).toBe(lastMidnight());
    expect(await sinceAt(again)).not.toBe(lastMidnight());
  });

  it('is not accepted by the same person, an archived one, one who issues nothing, or a wrong PIN', async () => {
    const { boss, ann, bob, as, to } = await annAndBob();
    const auditor = await as('auditor');
    const by = (personId: string, pin = BOSS_PIN) =>
      ann.code('handOver.accept', to(personId, { pin, text: 'not said' }));
    expect(await by(ann.personId)).toBe('hand_over_same_person');
    expect(await by(auditor.personId)).toBe('not_permitted');
    expect(await by(crypto.randomUUID())).toBe('person_not_found');
    expect(await auditor.code('handOver.accept', to(bob.personId))).toBe('not_permitted');
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
    expect((await ann.ask('people.session', {})).person?.personId).toBe(ann.personId);
    expect(await told(boss)).toEqual([]);
    expect((await reportAt(ann)).text).toBeNull();
    // What was refused before its PIN was looked at is no attempt.
    for (const { personId } of [ann, auditor]) {
      const filter = { ...EVERY_ACTIVITY, group: 'failure', personId } as const;
      const { total } = await boss.ask('activity.page', { filter, before: null, pageSize: 10 });
      expect(total).toBe(0);
    }
  });

  it('needs no next person: the text waits for whoever signs in next', async () => {
    const { boss, ann, bob } = await annAndBob();
    await ann.ask('handOver.write', { text: 'Ask about A-1' });
    await ann.ask('people.signOut', {});
    expect((await reportAt(bob)).text).toMatchObject({
      text: 'Ask about A-1',
      operator: { personId: ann.personId },
    });
    expect(await sinceAt(bob)).toBe(lastMidnight());
    await expect.poll(() => told(boss)).toEqual([['hand_over_text', 'operator 1']]);
    await bob.ask('handOver.write', { text: '' });
    expect((await reportAt(bob)).text).toBeNull();
  });

  it('lists every profile at a desk with people, and has no person at a desk without', async () => {
    const page = desk.page('boss');
    expect((await reportAt(page)).since).toBeNull();
    const nobody = { personId: crypto.randomUUID(), pin: BOSS_PIN, text: null };
    expect(await page.code('handOver.accept', nobody)).toBe('people_not_possible');
    expect(await page.ask('people.names', {})).toEqual([]);
    await desk.begin();
    expect(await sinceAt(page)).toBe(lastMidnight());
  });
});

describe('a person', () => {
  it('narrows the log and the overview, also once they are archived', async () => {
    const { boss, ann, bob } = await annAndBob();
    await issueAs(ann, 'ann-0');
    await issueAs(ann, 'ann-1');
    await issueAs(bob, 'bob-1');
    await boss.ask('people.change', { personId: bob.personId, isArchived: true });
    const people = await ann.ask('people.names', {});
    expect(people.map(({ name }) => name)).toEqual(['Boss', 'operator 1', 'operator 2']);
    const found = async (personId: string): Promise<readonly string[]> => {
      const query = {
        text: '',
        filter: { ...NO_FILTER, people: [personId] },
        range: { kind: 'all' } as const,
        sort: NEWEST_FIRST,
        dayProfileId: SANDBOX,
      };
      const searchId = crypto.randomUUID();
      const { rows } = await ann.ask('log.search', { searchId, query, pageSize: 20 });
      return rows.map(({ orderId }) => orderId);
    };
    await expect.poll(() => found(ann.personId)).toEqual(['ann-1', 'ann-0']);
    expect(await found(bob.personId)).toEqual(['bob-1']);
    const asked = { profileId: SANDBOX, range: { kind: 'all' } as const };
    const all = await ann.ask('overview.read', asked);
    expect(all.people.map(({ name, sums }) => [name, sums[0]?.count])).toEqual([
      ['operator 1', 2],
      ['operator 2', 1],
    ]);
    const one = await ann.ask('overview.read', { ...asked, personId: bob.personId });
    expect(one.totals.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });
});
