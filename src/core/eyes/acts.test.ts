import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { EyesKind } from '#shared/domain/eyes.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import type { ProfileSetUp } from '#shared/domain/profile.ts';

import { PACE, accepting, importId } from '../batch/testing/batchDesk.ts';
import { intent, removeTemporaryDirs } from '../testing/builders.ts';
import { SHOWN_DIGEST, memoryImports, readyRowsOf, unnumbered } from '../testing/memoryImports.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import type { Page } from '../testing/peopleDesk.ts';
import { queryOf } from '../testing/searching.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type EyesDesk, approveAt, cardAt, issueOf, openEyesDesk } from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

const ROWS = 3;
let eyes: EyesDesk;
afterEach(() => eyes.close());

const only = (kind: EyesKind) => ({ kinds: [kind] });
const lost = (_: unknown, response: { destroy: () => unknown }): void => void response.destroy();

/** A second supervisor: the author is a supervisor themselves where the act asks for one. */
async function second(): Promise<string> {
  return eyes.begun.add('Second', 'supervisor');
}

describe('an unmasked export', () => {
  const order = (requisites: 'masked' | 'whole', format: 'csv' | 'jsonl' = 'csv') => ({
    exportId: randomUUID(),
    query: queryOf(),
    format,
    delimiter: 'comma' as const,
    requisites,
  });

  it('waits, and one approval is for one export in one form', async () => {
    eyes = await openEyesDesk();
    const { boss } = eyes.begun;
    await eyes.setRules(only('unmasked_export'));
    expect(await boss.code('export.start', order('masked'))).toBe('ok');
    expect(await boss.code('export.start', order('whole'))).toBe('approval_needed');
    await approveAt(boss, await second());
    expect(await boss.code('export.start', order('whole', 'jsonl'))).toBe('approval_needed');
    expect(await boss.code('export.start', order('whole'))).toBe('ok');
    expect(await boss.code('export.start', order('whole'))).toBe('approval_needed');
  });

  it('is still refused first to who may not export', async () => {
    eyes = await openEyesDesk();
    await eyes.setRules(only('unmasked_export'));
    const ann = await eyes.begun.as('operator');
    expect(await ann.code('export.start', order('whole'))).toBe('not_permitted');
  });
});

describe('an unknown', () => {
  async function unknownOf(name: string): Promise<Page & { readonly personId: string }> {
    eyes = await openEyesDesk({ answer: lost });
    const senior = await eyes.begun.as('senior');
    await senior.ask('issue.create', issueOf(name, 100));
    expect((await eyes.desk.rested(name)).outcome).toBe('unknown');
    return senior;
  }

  it('is settled by two, with exactly the finding that was approved', async () => {
    const senior = await unknownOf('a');
    await eyes.setRules(only('settle_unknowns'));
    const absent = { intentIds: [intent('a')], finding: { kind: 'absent' as const }, note: '' };
    expect(await senior.code('request.resolve', absent)).toBe('approval_needed');
    expect(await cardAt(senior)).toMatchObject({
      content: { kind: 'settle', facts: [{ what: 'order', text: 'a' }, { what: 'absent' }] },
    });
    await approveAt(senior, eyes.begun.bossId);
    const remoteId = randomUUID();
    const found = { kind: 'found' as const, remoteId, typedByHand: null };
    expect(await senior.code('request.resolve', { ...absent, finding: found })).toBe(
      'approval_needed',
    );
    expect(await senior.code('request.resolve', absent)).toBe('ok');
  });

  it('is issued again by two', async () => {
    const senior = await unknownOf('a');
    await eyes.setRules(only('reissue'));
    const reissue = { of: intent('a'), confirmation: 'a' };
    const fields = { ...issueOf('a', 100).fields, order_id: 'b' };
    const again = issueOf('b', 100, { fields, reissue });
    expect(await senior.call('issue.create', again)).toMatchObject({
      error: { code: 'approval_needed', reasons: ['reissue'] },
    });
    await approveAt(senior, eyes.begun.bossId);
    expect(await senior.code('issue.create', again)).toBe('ok');
  });
});

describe('a batch', () => {
  async function openBatchDesk(): Promise<(page: Page, batchId?: string) => Promise<string>> {
    const imports = memoryImports(readyRowsOf(SANDBOX, ROWS, unnumbered));
    eyes = await openEyesDesk({ answer: accepting, imports });
    return (page, batchId = randomUUID()) =>
      page.code('batch.start', {
        importId,
        batchId,
        requests: ROWS,
        digest: SHOWN_DIGEST,
        pace: PACE,
      });
  }
  const from = (cents: number) => ({ RUB: minorUnitsSchema.parse(cents) });

  it('with an amount at the threshold waits as a plan, and then runs whole', async () => {
    const start = await openBatchDesk();
    await eyes.setRules({ amountFrom: from(150_000) });
    const ann = await eyes.begun.as('operator');
    const batchId = randomUUID();
    expect(await start(ann, batchId)).toBe('approval_needed');
    expect(await cardAt(ann)).toMatchObject({ reasons: ['amount'], content: { kind: 'batch' } });
    expect(eyes.provider.posts()).toEqual([]);
    await approveAt(ann, eyes.begun.bossId);
    expect(await start(ann, batchId)).toBe('ok');
    const state = async () => (await ann.ask('batch.get', { batchId })).state;
    await expect.poll(state).toBe('done');
    expect(eyes.provider.posts()).toHaveLength(ROWS);
    expect(await start(ann)).toBe('approval_needed');
  });

  it('pauses at a row that a rule stops, and goes on once the plan is approved', async () => {
    const start = await openBatchDesk();
    // Below it as a file, at it with what the person has issued before.
    await eyes.setRules({ sumFrom: from(ROWS * 150_000 + 1) });
    const ann = await eyes.begun.as('operator');
    expect(await ann.code('issue.create', issueOf('before', 1))).toBe('ok');
    await eyes.desk.rested('before');
    const batchId = randomUUID();
    expect(await start(ann, batchId)).toBe('ok');
    const pause = async () => (await ann.ask('batch.get', { batchId })).pause?.reason;
    await expect.poll(pause).toBe('approval_needed');
    expect(await ann.code('batch.resume', { batchId, pace: PACE })).toBe('approval_needed');
    await approveAt(ann, eyes.begun.bossId);
    expect(await ann.code('batch.resume', { batchId, pace: PACE })).toBe('ok');
    const state = async () => (await ann.ask('batch.get', { batchId })).state;
    await expect.poll(state).toBe('done');
  });
});

describe('set-up', () => {
  async function liveDesk(): Promise<{ readonly profileId: ProfileId; readonly page: Page }> {
    eyes = await openEyesDesk();
    const page = await eyes.begun.as('integrator');
    const profileId = (await page.ask('profile.save', { id: null, setUp: setUpWith() })).id;
    await eyes.setRules(only('set_up'), profileId);
    return { profileId, page };
  }

  it('a changed address waits, another name does not', async () => {
    const { profileId: id, page } = await liveDesk();
    expect(await page.code('profile.save', { id, setUp: setUpWith({ name: 'New' }) })).toBe('ok');
    const setUp = setUpWith({ baseUrl: 'https://elsewhere.example' });
    expect(await page.code('profile.save', { id, setUp })).toBe('approval_needed');
    await approveAt(page, eyes.begun.bossId);
    const other = setUpWith({ baseUrl: 'https://elsewhere.example:444' });
    expect(await page.code('profile.save', { id, setUp: other })).toBe('approval_needed');
    expect(await page.code('profile.save', { id, setUp })).toBe('ok');
  });

  /** Each field of a profile that a second person sees. A new one does not compile until it is here. */
  const CHANGED: Readonly<Record<Exclude<keyof ProfileSetUp, 'name'>, unknown>> = {
    mode: 'sandbox',
    baseUrl: 'https://elsewhere.example',
    merchant: '0b9e6c31-54ad-4f27-b1c8-d7f3a2605e18',
    dialect: { ...DEFAULT_DIALECT, tryLaterStatuses: [] },
    orderPattern: 'X-{counter}',
    defaultUrls: { callback: null, success: 'https://elsewhere.example/ok', reject: null },
    confirmAbove: { RUB: 1 },
    duplicateWindowMin: 0,
    connectDeadlineMs: 60_000,
    slowAfterMs: 60_000,
    answerDeadlineMs: 60_000,
    requisitesValidMin: 10_000,
    timeZone: 'Asia/Tashkent',
    dayCut: '05:00',
    stateWords: [{ word: 'rejected', colour: 'green', meaning: '' }],
    limitsPolicy: 'warn',
    proxy: { mode: 'none' },
  };

  it('every field of a profile and its format waits, except the name', async () => {
    const { profileId: id, page } = await liveDesk();
    const signed = {
      ...DEFAULT_DIALECT.signature,
      secret: 'own',
      over: { kind: 'raw-body' },
    } as const;
    const dialect = {
      ...DEFAULT_DIALECT,
      callback: { ...DEFAULT_DIALECT.callback, signature: signed },
    };
    const waits = async (setUp: Partial<Record<keyof ProfileSetUp, unknown>>) =>
      page.code('profile.save', { id, setUp: setUpWith({ dialect, ...setUp }) });
    expect(await waits({})).toBe('approval_needed');
    await approveAt(page, eyes.begun.bossId);
    expect(await waits({})).toBe('ok');
    const codes = new Map<string, string>();
    for (const [field, value] of Object.entries(CHANGED)) {
      codes.set(field, await waits({ [field]: value }));
    }
    expect([...codes].filter(([, code]) => code !== 'approval_needed')).toEqual([]);
    const unsigned = { ...dialect, callback: { ...dialect.callback, signature: null } };
    expect(await waits({ dialect: unsigned })).toBe('approval_needed');
    expect(await waits({ name: 'Another name' })).toBe('ok');
  });

  it('a refusal that is known by another value of the same text waits', async () => {
    const { profileId: id, page } = await liveDesk();
    const save = (value: string | number | null) => {
      const refusal = {
        status: 422,
        path: 'code',
        value,
        meaning: 'refused',
        wording: '',
      } as const;
      const dialect = { ...DEFAULT_DIALECT, refusals: [refusal] };
      return page.code('profile.save', { id, setUp: setUpWith({ dialect }) });
    };
    for (const [before, after] of [
      [7, '7'],
      ['', null],
    ] as const) {
      expect(await save(before)).toBe('approval_needed');
      await approveAt(page, eyes.begun.bossId);
      expect(await save(before)).toBe('ok');
      expect(await save(after)).toBe('approval_needed');
    }
  });

  it('a taught refusal waits', async () => {
    const { profileId, page } = await liveDesk();
    const refusal = {
      status: 200,
      path: 'code',
      value: 7,
      meaning: 'refused',
      wording: '',
    } as const;
    const teach = () => page.code('format.teach', { profileId, refusal });
    expect(await teach()).toBe('approval_needed');
    await approveAt(page, eyes.begun.bossId);
    expect(await teach()).toBe('ok');
  });

  it('a changed secret waits, and no card says anything of it', async () => {
    const { profileId, page } = await liveDesk();
    const slot = { kind: 'signing' as const };
    const write = (secret: string) =>
      page.code('profile.setSecret', { profileId, slot, secret, keep: 'stored' });
    expect(await write('the first secret')).toBe('approval_needed');
    expect(JSON.stringify(await cardAt(page))).not.toContain('first');
    await approveAt(page, eyes.begun.bossId);
    expect(await write('another secret')).toBe('approval_needed');
    expect(await write('the first secret')).toBe('ok');
  });
});

it('the first Live request of a profile waits, the second does not', async () => {
  eyes = await openEyesDesk();
  const { boss } = eyes.begun;
  const integrator = await eyes.begun.as('integrator');
  const setUp = setUpWith({ baseUrl: eyes.provider.baseUrl });
  const profileId = (await integrator.ask('profile.save', { id: null, setUp })).id;
  await eyes.setRules(only('first_live'), profileId);
  await boss.ask('profile.confirmLive', { profileId });
  const first = issueOf('first', 100, { profileId });
  expect(await boss.call('issue.create', first)).toMatchObject({
    error: { code: 'approval_needed', reasons: ['first_live'] },
  });
  await approveAt(boss, await second());
  expect(await boss.code('issue.create', first)).toBe('ok');
  expect(await boss.code('issue.create', issueOf('next', 100, { profileId }))).toBe('ok');
});
