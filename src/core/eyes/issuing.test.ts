import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { APPROVAL_MS } from '#shared/domain/eyes.ts';
import { FAILURES_BEFORE_LOCK, PIN_DELAY_MS } from '#shared/domain/people.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';

import { rejecting } from '../batch/testing/batchDesk.ts';
import { intent, removeTemporaryDirs } from '../testing/builders.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import type { Page } from '../testing/peopleDesk.ts';
import {
  type EyesDesk,
  approvalOf,
  approveAt,
  cardAt,
  issueOf,
  openEyesDesk,
} from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

const from = (cents: number) => ({ RUB: minorUnitsSchema.parse(cents) });
const THRESHOLD = 100_000;

let eyes: EyesDesk;
let ann: Page & { readonly personId: string };
let bossId: string;
beforeEach(async () => {
  eyes = await openEyesDesk();
  ann = await eyes.begun.as('operator');
  ({ bossId } = eyes.begun);
  await eyes.setRules({ amountFrom: from(THRESHOLD) });
});
afterEach(() => eyes.close());

const issue = (name: string, cents: number, page: Page = ann) =>
  page.code('issue.create', issueOf(name, cents));

describe('an amount', () => {
  it('below its threshold is issued, at it waits for a second person', async () => {
    expect(await issue('below', THRESHOLD - 1)).toBe('ok');
    await eyes.desk.rested('below');
    const asked = await ann.call('issue.create', issueOf('at', THRESHOLD));
    expect(asked).toMatchObject({ error: { code: 'approval_needed', reasons: ['amount'] } });
    const card = await cardAt(ann);
    expect(asked).toMatchObject({ error: { cardId: card.cardId } });
    expect(card).toMatchObject({
      author: { personId: ann.personId },
      content: { kind: 'issue', intentId: intent('at'), body: { fields: { cents: THRESHOLD } } },
      approval: null,
    });
    expect(eyes.provider.posts()).toHaveLength(1);
  });

  it('is issued once a second person has approved it, and the log names both', async () => {
    await issue('large', THRESHOLD);
    const { cards } = await approveAt(ann, bossId);
    expect(cards).toMatchObject([{ approval: { by: { personId: bossId }, secondsLeft: 600 } }]);
    expect(await issue('large', THRESHOLD)).toBe('ok');
    await eyes.desk.rested('large');
    const { request, events } = await eyes.begun.boss.ask('log.history', {
      intentId: intent('large'),
    });
    expect(request).toMatchObject({
      outcome: 'accepted',
      operator: { personId: ann.personId },
      approval: { by: { personId: bossId, name: 'Boss' }, how: 'witnessed' },
    });
    expect(events[0]).toMatchObject({
      operator: { personId: ann.personId },
      approval: { by: { personId: bossId }, how: 'witnessed' },
    });
    expect((await ann.ask('eyes.waiting', {})).cards).toEqual([]);
    expect(await eyes.begun.boss.ask('log.verify', {})).toMatchObject({ verdict: 'holds' });
  });

  it('of a currency without a threshold does not wait', async () => {
    const input = issueOf('other', THRESHOLD);
    const fields = { ...input.fields, currency: 'UZS' };
    expect(await ann.code('issue.create', { ...input, fields })).toBe('ok');
  });

  it('waits for a supervisor’s own request as well', async () => {
    const { boss, add } = eyes.begun;
    expect(await issue('own', THRESHOLD, boss)).toBe('approval_needed');
    const card = await cardAt(boss);
    expect(await boss.code('eyes.approve', approvalOf(card, bossId))).toBe('approval_own');
    const second = await add('Second', 'supervisor');
    await approveAt(boss, second);
    expect(await issue('own', THRESHOLD, boss)).toBe('ok');
  });
});

describe('an approval', () => {
  beforeEach(async () => {
    expect(await issue('large', THRESHOLD)).toBe('approval_needed');
  });

  it('is void for another body, another intent and another author', async () => {
    await approveAt(ann, bossId);
    expect(await issue('large', THRESHOLD + 1)).toBe('approval_needed');
    const other = { ...issueOf('large', THRESHOLD), intentId: intent('another') };
    expect(await ann.code('issue.create', other)).toBe('approval_needed');
    const bob = await eyes.begun.as('operator');
    expect(await issue('large', THRESHOLD, bob)).toBe('approval_needed');
    expect(eyes.provider.posts()).toEqual([]);
  });

  it('does not survive an edit, also where the edit is taken back', async () => {
    await approveAt(ann, bossId);
    expect(await issue('large', THRESHOLD + 1)).toBe('approval_needed');
    expect(await issue('large', THRESHOLD)).toBe('approval_needed');
  });

  it('is used once', async () => {
    await approveAt(ann, bossId);
    const both = await Promise.all([issue('large', THRESHOLD), issue('large', THRESHOLD)]);
    expect(both).toEqual(['ok', 'ok']);
    await eyes.desk.rested('large');
    expect(eyes.provider.posts()).toHaveLength(1);
    const repeat = [{ of: intent('large'), confirmation: '' }];
    const again = { ...issueOf('large', THRESHOLD), intentId: intent('again'), repeat };
    expect(await ann.code('issue.create', again)).toBe('approval_needed');
  });

  it('ends after ten minutes of the monotonic clock', async () => {
    await approveAt(ann, bossId);
    eyes.desk.passMs(APPROVAL_MS - 1);
    expect((await cardAt(ann)).approval).toMatchObject({ secondsLeft: 1 });
    eyes.desk.passMs(1);
    expect((await cardAt(ann)).approval).toBeNull();
    expect(await issue('large', THRESHOLD)).toBe('approval_needed');
  });

  it('is not given for a card that was changed since the approver saw it', async () => {
    const seen = await cardAt(ann);
    await issue('large', THRESHOLD + 1);
    expect(await ann.code('eyes.approve', approvalOf(seen, bossId))).toBe('approval_void');
    const { cardId } = await cardAt(ann);
    const mixed = { ...approvalOf(seen, bossId), cardId };
    expect(await ann.code('eyes.approve', mixed)).toBe('approval_void');
  });

  it('is refused to its author at any page, and to who made it before', async () => {
    const { boss, as } = eyes.begun;
    const own = approvalOf(await cardAt(ann), ann.personId);
    expect(await boss.code('eyes.approve', own)).toBe('approval_own');
    const second = await as('supervisor');
    await issue('large', THRESHOLD + 1, second);
    await issue('large', THRESHOLD + 2, ann);
    const changed = await cardAt(ann);
    const of = approvalOf(changed, second.personId);
    expect(await ann.code('eyes.approve', of)).toBe('approval_own');
    expect(await ann.code('eyes.approve', approvalOf(changed, bossId))).toBe('ok');
  });

  it('stays its author’s, whatever another person asks for under the same id', async () => {
    await approveAt(ann, bossId);
    const bob = await eyes.begun.as('operator');
    expect(await issue('large', THRESHOLD + 1, bob)).toBe('approval_needed');
    expect((await bob.ask('eyes.waiting', {})).cards).toHaveLength(1);
    expect((await cardAt(ann)).approval).not.toBeNull();
    expect(await issue('large', THRESHOLD)).toBe('ok');
  });

  it('needs the permission, which the table gives', async () => {
    const { boss, as } = eyes.begun;
    const senior = await as('senior');
    const by = approvalOf(await cardAt(ann), senior.personId);
    expect(await ann.code('eyes.approve', by)).toBe('not_permitted');
    const rules = await boss.ask('people.rules', {});
    const roles = { ...rules.roles, senior: [...rules.roles.senior, 'approve' as const] };
    await boss.ask('people.changeRules', { ...rules, roles });
    expect(await ann.code('eyes.approve', by)).toBe('ok');
    await boss.ask('people.changeRules', rules);
    expect(await issue('large', THRESHOLD)).toBe('approval_needed');
  });

  it('is not good any more once its approver is archived', async () => {
    const { boss, as } = eyes.begun;
    const second = await as('supervisor');
    await approveAt(ann, second.personId);
    await boss.ask('people.change', { personId: second.personId, isArchived: true });
    expect(await issue('large', THRESHOLD)).toBe('approval_needed');
    const by = approvalOf(await cardAt(ann), second.personId);
    expect(await ann.code('eyes.approve', by)).toBe('person_not_found');
  });

  it('counts wrong PINs as signing in does: a delay, then a lock', async () => {
    const { as } = eyes.begun;
    const second = await as('supervisor');
    const wrong = approvalOf(await cardAt(ann), second.personId, 'not the PIN');
    const codes: string[] = [];
    for (let at = 0; at < FAILURES_BEFORE_LOCK; at += 1) {
      codes.push(await ann.code('eyes.approve', wrong));
      eyes.desk.passMs(PIN_DELAY_MS);
    }
    expect(codes).toEqual(['pin_wrong', 'pin_wrong', 'pin_wrong', 'pin_wrong', 'pin_locked']);
    const right = approvalOf(await cardAt(ann), second.personId);
    expect(await ann.code('eyes.approve', right)).toBe('pin_locked');
    expect(await issue('large', THRESHOLD)).toBe('approval_needed');
  });

  it('with the right PIN ends the count of wrong ones', async () => {
    const card = await cardAt(ann);
    const wrong = approvalOf(card, bossId, 'not the PIN');
    for (const _ of [1, 2]) expect(await ann.code('eyes.approve', wrong)).toBe('pin_wrong');
    expect(await ann.code('eyes.approve', approvalOf(card, bossId))).toBe('ok');
    expect(await ann.call('eyes.approve', wrong)).toMatchObject({ error: { detail: '4' } });
  });
});

describe('a card', () => {
  it('is shown to its author and to approvers, who can withdraw it', async () => {
    await issue('large', THRESHOLD);
    const { boss, as } = eyes.begun;
    const [bob, card] = [await as('operator'), await cardAt(ann)];
    expect((await bob.ask('eyes.waiting', {})).cards).toEqual([]);
    expect((await boss.ask('eyes.waiting', {})).cards).toHaveLength(1);
    const { cardId } = card;
    expect(await bob.code('eyes.withdraw', { cardId })).toBe('approval_void');
    expect(await ann.code('eyes.withdraw', { cardId })).toBe('ok');
    expect(await ann.code('eyes.approve', approvalOf(card, bossId))).toBe('approval_void');
  });

  it('names who could approve', async () => {
    await eyes.begun.as('senior');
    const { approvers } = await ann.ask('eyes.waiting', {});
    expect(approvers).toEqual([{ personId: bossId, name: 'Boss', isLocked: false }]);
  });
});

describe('rules', () => {
  it('are a supervisor’s, and an event', async () => {
    const rules = { amountFrom: {}, sumFrom: {}, kinds: [] };
    expect(await ann.code('eyes.setRules', { profileId: SANDBOX, rules })).toBe('not_permitted');
    await eyes.begun.boss.ask('eyes.setRules', { profileId: SANDBOX, rules });
    expect(await issue('large', THRESHOLD)).toBe('ok');
  });
});

it('a sum counts what the person has issued today, to the last minor unit', async () => {
  await eyes.setRules({ sumFrom: from(1000) });
  expect(await issue('one', 400)).toBe('ok');
  await eyes.desk.rested('one');
  expect(await issue('two', 599)).toBe('ok');
  await eyes.desk.rested('two');
  expect(await ann.call('issue.create', issueOf('three', 1))).toMatchObject({
    error: { code: 'approval_needed', reasons: ['sum'] },
  });
  const bob = await eyes.begun.as('operator');
  expect(await issue('of bob', 999, bob)).toBe('ok');
});

it('two pages cannot both stay under a sum', async () => {
  await eyes.setRules({ sumFrom: from(1000) });
  const codes = await Promise.all([issue('one', 600), issue('two', 600)]);
  expect(codes.toSorted()).toEqual(['approval_needed', 'ok']);
});

it('a sum does not count what the provider refused', async () => {
  const refusing = await openEyesDesk({ answer: rejecting });
  await refusing.setRules({ sumFrom: from(1000) });
  const bob = await refusing.begun.as('operator');
  for (const name of ['one', 'two', 'three']) {
    expect(await bob.code('issue.create', issueOf(name, 999))).toBe('ok');
    expect((await refusing.desk.rested(name)).outcome).toBe('rejected');
  }
  await refusing.close();
});
