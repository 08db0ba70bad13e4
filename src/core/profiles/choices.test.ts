import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import { err, ok } from '#shared/domain/result.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import { profileOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createProfileChoices } from './choices.ts';
import { SANDBOX_PROFILE_ID } from './sandboxProfile.ts';

afterAll(removeTemporaryDirs);

const ANN = '11111111-1111-4111-8111-111111111111';
const BOB = '22222222-2222-4222-8222-222222222222';
const SHOP = profileIdSchema.parse('shop');
const OTHER = profileIdSchema.parse('other');

function open(dataDir = temporaryDir(), archived: readonly ProfileId[] = []) {
  const files = createJsonFiles(new Date(), () => undefined);
  const findInUse = (id: ProfileId) =>
    archived.includes(id) ? err(failure('profile_archived')) : ok(profileOf({ id }));
  return createProfileChoices({ dataDir, files, profiles: { findInUse } });
}

it('are each person’s own, over a restart', () => {
  const dataDir = temporaryDir();
  const first = open(dataDir);
  first.remember(ANN, SHOP);
  first.remember(BOB, OTHER);
  first.remember(BOB, SANDBOX_PROFILE_ID);
  const second = open(dataDir);
  expect([second.of(ANN), second.of(BOB), second.of(null)]).toEqual([SHOP, 'sandbox', 'sandbox']);
});

it('begin, for a person who has chosen none, with what the desk had before it had people', () => {
  const choices = open();
  expect(choices.of(ANN)).toBe('sandbox');
  choices.remember(null, SHOP);
  choices.remember(BOB, OTHER);
  expect([choices.of(ANN), choices.of(BOB)]).toEqual([SHOP, OTHER]);
});

it('are the Sandbox where the profile is archived or gone, until it is back', () => {
  const dataDir = temporaryDir();
  open(dataDir).remember(ANN, SHOP);
  expect(open(dataDir, [SHOP]).of(ANN)).toBe('sandbox');
  expect(open(dataDir).of(ANN)).toBe(SHOP);
});

it('say whether a page would open with the Sandbox', () => {
  const dataDir = temporaryDir();
  const choices = open(dataDir);
  expect(choices.isChosen(SANDBOX_PROFILE_ID)).toBe(true);
  choices.remember(null, SHOP);
  expect(choices.isChosen(SANDBOX_PROFILE_ID)).toBe(false);
  expect(open(dataDir, [SHOP]).isChosen(SANDBOX_PROFILE_ID)).toBe(true);
  choices.remember(ANN, SANDBOX_PROFILE_ID);
  expect(choices.isChosen(SANDBOX_PROFILE_ID)).toBe(true);
});

it('are forgotten with a file that cannot be read', () => {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, 'choices.json'), '{"version":1,"choices":{"__proto__":"shop"}}');
  expect(open(dataDir).of(ANN)).toBe('sandbox');
});
