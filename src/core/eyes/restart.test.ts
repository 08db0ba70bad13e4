import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { minorUnitsSchema } from '#shared/domain/money.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { BOSS_PIN, openPeopleDesk } from '../testing/peopleDesk.ts';
import { startTestProvider } from '../testing/provider.ts';
import { accepting } from '../batch/testing/batchDesk.ts';
import { approveAt, issueOf } from './testing/eyesDesk.ts';

afterAll(removeTemporaryDirs);

it('a restart ends cards and approvals, and keeps rules', async () => {
  const provider = await startTestProvider(accepting);
  const keychain = createTestKeychain();
  const dataDir = join(temporaryDir(), 'data');
  const options = { dataDir, baseUrl: provider.baseUrl, keychain };
  const first = await openPeopleDesk(options);
  const { boss, bossId, as } = await first.begin();
  const ann = await as('operator');
  const rules = { amountFrom: { RUB: minorUnitsSchema.parse(1) }, sumFrom: {}, kinds: [] };
  await boss.ask('eyes.setRules', { profileId: SANDBOX, rules });
  expect(await ann.code('issue.create', issueOf('a', 1))).toBe('approval_needed');
  await approveAt(ann, bossId);
  await first.services.close();

  const second = await openPeopleDesk(options);
  const page = second.page('again');
  await page.ask('people.signIn', { personId: ann.personId, pin: BOSS_PIN });
  expect((await page.ask('eyes.waiting', {})).cards).toEqual([]);
  expect(await page.code('issue.create', issueOf('a', 1))).toBe('approval_needed');
  expect(provider.posts()).toEqual([]);
  await second.services.close();
  await provider.close();
});
