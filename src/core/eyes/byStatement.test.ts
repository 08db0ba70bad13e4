import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, expect, it } from 'vitest';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { DETECT_ALL } from '#shared/domain/importing.ts';

import { MERCHANT, removeTemporaryDirs } from '../testing/builders.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import type { Page } from '../testing/peopleDesk.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type EyesDesk, approveAt, cardAt, issueOf, openEyesDesk } from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

let eyes: EyesDesk;
afterEach(() => eyes.close());

type Settling = OperationInput<'statement.settle'>;
type Senior = Page & { readonly personId: string };

/** Two unknowns under the Sandbox profile, which has the rule. The provider's list has both. */
async function openWithUnknowns(): Promise<Senior> {
  eyes = await openEyesDesk({ answer: (_, response) => void response.destroy() });
  const senior = await eyes.begun.as('senior');
  for (const name of ['a', 'b']) {
    await senior.ask('issue.create', issueOf(name, 150_000));
    expect((await eyes.desk.rested(name)).outcome).toBe('unknown');
  }
  await eyes.setRules({ kinds: ['settle_unknowns'] });
  return senior;
}

async function recordStatement(page: Page, profileId: ProfileId): Promise<string> {
  const now = new Date();
  const at = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();
  const rows = ['a', 'b'].map(
    (order) => `${randomUUID()},${order},1500.00,RUB,created,${at(0)},cust-${order}\r\n`,
  );
  const file = `ID,Order ID,Amount,Currency,Status,Created at,Customer\r\n${rows.join('')}`;
  const importId = randomUUID();
  const bytes = Buffer.from(file);
  const source = { kind: 'file' as const, name: 'statement.csv', bytes: bytes.length };
  await page.ask('import.begin', { importId, profileId, flow: null, source });
  await page.ask('import.add', { importId, base64: bytes.toString('base64') });
  const { mapping } = await page.ask('statement.read', { importId, choices: DETECT_ALL });
  const { digest } = await page.ask('statement.check', { importId, mapping, timeZone: 'UTC' });
  const said = { lists: 'all' as const, timeZone: 'UTC', marginMin: 30 };
  const stated = { ...said, from: at(-600), to: at(0), madeAt: at(0) };
  const statementId = randomUUID();
  await page.ask('statement.record', { importId, statementId, digest, stated, again: false });
  return statementId;
}

async function previewed(page: Page, statementId: string): Promise<Settling> {
  const { previewId, items } = await page.ask('statement.previewSettle', { statementId });
  expect(items).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
  return { statementId, previewId, kinds: ['found'], note: '' };
}

const openUnknowns = async (page: Page) => (await page.ask('log.unanswered', {})).count;

it('unknowns that a statement settles are settled by two, as previewed, and once', async () => {
  const senior = await openWithUnknowns();
  const settling = await previewed(senior, await recordStatement(senior, SANDBOX));
  const settle = (page: Page, more: Partial<Settling> = {}) =>
    page.code('statement.settle', { ...settling, ...more });
  expect(await settle(senior)).toBe('approval_needed');
  expect(await cardAt(senior)).toMatchObject({
    content: {
      kind: 'settle',
      facts: [{ what: 'file', text: 'statement.csv' }, { what: 'found', text: '2' }, {}],
    },
  });
  expect(await openUnknowns(senior)).toBe(2);
  await approveAt(senior, eyes.begun.bossId);
  // Neither another note, nor other kinds, nor another person.
  expect(await settle(senior, { note: 'other' })).toBe('approval_needed');
  expect(await settle(senior, { kinds: ['found', 'absent'], note: ' ' })).toBe('approval_needed');
  expect(await settle(await eyes.begun.as('senior'))).toBe('statement_not_possible');
  const both = await Promise.all([settle(senior), settle(senior)]);
  expect(both.filter((code) => code === 'ok')).toHaveLength(1);
  expect(await openUnknowns(senior)).toBe(0);
});

it('a statement that was loaded under another profile of the merchant does not go round the rule', async () => {
  const senior = await openWithUnknowns();
  const integrator = await eyes.begun.as('integrator');
  const setUp = setUpWith({ name: 'Copy', merchant: MERCHANT, mode: 'sandbox' });
  const copy = await integrator.ask('profile.save', { id: null, setUp });
  const settling = await previewed(senior, await recordStatement(senior, copy.id));
  expect(await senior.code('statement.settle', settling)).toBe('approval_needed');
  expect(await openUnknowns(senior)).toBe(2);
});
