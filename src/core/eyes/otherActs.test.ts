import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, expect, it } from 'vitest';

import { DEFAULT_LISTENER } from '#shared/domain/callback.ts';
import type { EyesKind } from '#shared/domain/eyes.ts';
import { ok } from '#shared/domain/result.ts';

import { PACE, accepting, importId } from '../batch/testing/batchDesk.ts';
import { intent, removeTemporaryDirs } from '../testing/builders.ts';
import { SHOWN_DIGEST, memoryImports, readyRowsOf, unnumbered } from '../testing/memoryImports.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type EyesDesk, approveAt, issueOf, openEyesDesk } from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

const ROWS = 2;
let eyes: EyesDesk;
afterEach(() => eyes.close());

const only = (kind: EyesKind) => ({ kinds: [kind] });

it('the first Live request of a copied profile waits, though it has no rules of its own', async () => {
  eyes = await openEyesDesk();
  const { boss } = eyes.begun;
  const integrator = await eyes.begun.as('integrator');
  const setUp = setUpWith({ baseUrl: eyes.provider.baseUrl });
  const { id } = await integrator.ask('profile.save', { id: null, setUp });
  const copy = await integrator.ask('profile.duplicate', { profileId: id, name: 'Copy' });
  await boss.ask('profile.confirmLive', { profileId: copy.id });
  const ofCopy = (name: string) => issueOf(name, 100, { profileId: copy.id });
  await eyes.setRules(only('reissue'), id);
  expect(await boss.call('issue.create', ofCopy('a'))).toMatchObject({
    error: { code: 'approval_needed', reasons: ['first_live'] },
  });
  // A supervisor may say that it has no rule; that is on record.
  await eyes.setRules({}, copy.id);
  expect(await boss.code('issue.create', ofCopy('a'))).toBe('ok');
});

it('a callback address waits, and so does a new path in it', async () => {
  eyes = await openEyesDesk();
  const page = await eyes.begun.as('integrator');
  await eyes.setRules(only('set_up'));
  const publicUrl = 'https://desk.example/callbacks';
  const listen = (settings: typeof DEFAULT_LISTENER, newPath = false) =>
    page.code('callback.setListener', { profileId: SANDBOX, settings, newPath });
  const moved = { ...DEFAULT_LISTENER, publicUrl };
  expect(await listen(moved)).toBe('approval_needed');
  await approveAt(page, eyes.begun.bossId);
  expect(await listen({ ...moved, publicUrl: `${publicUrl}/other` })).toBe('approval_needed');
  expect(await listen(moved)).toBe('ok');
  expect(await listen(moved)).toBe('ok');
  expect(await listen(moved, true)).toBe('approval_needed');
});

it('corrected requisites of a found request wait', async () => {
  eyes = await openEyesDesk({ answer: (_, response) => void response.destroy() });
  const senior = await eyes.begun.as('senior');
  await senior.ask('issue.create', issueOf('a', 100));
  expect((await eyes.desk.rested('a')).outcome).toBe('unknown');
  const intentId = intent('a');
  const finding = { kind: 'found' as const, remoteId: randomUUID(), typedByHand: null };
  await senior.ask('request.resolve', { intentIds: [intentId], finding, note: '' });
  await eyes.setRules(only('settle_unknowns'));
  const correct = (number: string) =>
    senior.code('request.correct', { intentId, typedByHand: { number } });
  expect(await correct('4111 1111 1111 1111')).toBe('approval_needed');
  await approveAt(senior, eyes.begun.bossId);
  expect(await correct('5555 5555 5555 4444')).toBe('approval_needed');
  expect(await correct('4111 1111 1111 1111')).toBe('ok');
});

it('a batch in Live waits as a plan, and so does its report with whole requisites', async () => {
  let profileId = SANDBOX;
  const rows = () => readyRowsOf(profileId, ROWS, unnumbered);
  const imports = { ...memoryImports(rows()), ready: async () => ok(rows()) };
  eyes = await openEyesDesk({ answer: accepting, imports });
  const { boss, bossId } = eyes.begun;
  const integrator = await eyes.begun.as('integrator');
  const setUp = setUpWith({ baseUrl: eyes.provider.baseUrl });
  profileId = (await integrator.ask('profile.save', { id: null, setUp })).id;
  const slot = { kind: 'signing' as const };
  await integrator.ask('profile.setSecret', {
    profileId,
    slot,
    secret: 's'.repeat(32),
    keep: 'run',
  });
  await boss.ask('profile.confirmLive', { profileId });
  await eyes.setRules({ kinds: ['batch_live', 'unmasked_export'] }, profileId);
  const otherId = await eyes.begun.add('Second', 'supervisor');
  const batchId = randomUUID();
  const start = () =>
    boss.call('batch.start', {
      importId,
      batchId,
      requests: ROWS,
      digest: SHOWN_DIGEST,
      pace: PACE,
    });
  expect(await start()).toMatchObject({
    error: { code: 'approval_needed', reasons: ['batch_live'] },
  });
  expect(otherId).not.toBe(bossId);
  await approveAt(boss, otherId);
  expect(await start()).toMatchObject({ ok: true });
  await expect.poll(async () => (await boss.ask('batch.get', { batchId })).state).toBe('done');
  expect(eyes.provider.posts()).toHaveLength(ROWS);
  const report = (requisites: 'masked' | 'whole') => {
    const of = { batchId, reportId: randomUUID(), which: 'all' as const, format: 'csv' as const };
    return boss.code('batch.report', { ...of, requisites, words: {}, from: 0 });
  };
  expect(await report('masked')).toBe('ok');
  expect(await report('whole')).toBe('approval_needed');
  await approveAt(boss, otherId);
  expect(await report('whole')).toBe('ok');
});
