import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import {
  FIRST_SETTINGS,
  type Settings,
  type SettingsPatch,
  settingsSchema,
} from '#shared/domain/settings.ts';
import { err, ok } from '#shared/domain/result.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import {
  ACTOR,
  OPERATOR,
  chance,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { type ChangesDeps, recordChanges } from './recordChanges.ts';

afterAll(removeTemporaryDirs);

type Recorded = Parameters<ChangesDeps['log']['recordChange']>[0];
type Tells = 'yes' | 'no' | 'never';

const SETTINGS: Settings = {
  ...FIRST_SETTINGS,
  operatorName: 'Olga',
  language: 'en',
};
const SECRET = 'a secret that no file has';
const profile = profileOf();
const slot = { kind: 'signing' as const };
const secret = { profileId: profile.id, slot, secret: SECRET, keep: 'stored' as const };

let dataDir: string;
let settings: Settings;
let told: Recorded[];
/** What the note said while the change was made. */
let noted: string;
beforeEach(() => {
  dataDir = temporaryDir();
  settings = SETTINGS;
  told = [];
  noted = '';
});

const note = (): string => join(dataDir, 'unrecorded-changes.json');

/** The desk of one run. A log that never answers is one whose desk is killed meanwhile. */
function openDesk(tells: () => Tells = () => 'yes', isKilledBefore = false) {
  const unused = async () => err(failure('internal'));
  const operations = {
    'settings.update': async (patch: SettingsPatch) => {
      noted = existsSync(note()) ? readFileSync(note(), 'utf8') : '';
      if (isKilledBefore) await new Promise(() => undefined);
      settings = settingsSchema.parse({ ...settings, ...patch });
      return ok(settings);
    },
    'profile.setSecret': async () => {
      noted = readFileSync(note(), 'utf8');
      return ok({ slot, state: 'stored' as const, store: 'keychain' as const, replacedAt: null });
    },
    'profile.save': unused,
    'profile.duplicate': unused,
    'profile.archive': unused,
    'profile.delete': unused,
    'profile.takeBackSecret': unused,
    'profile.deleteSecret': unused,
    'profileFile.export': unused,
    'profileFile.import': unused,
    'format.teach': unused,
    'callback.setListener': unused,
    'template.save': unused,
    'template.delete': unused,
    'team.join': unused,
    'team.leave': unused,
    'team.setProfile': unused,
    'team.takeNumbers': unused,
  };
  return recordChanges(operations, {
    dataDir,
    chance,
    files: createJsonFiles(new Date(), () => undefined),
    people: { hasPeople: () => true },
    log: {
      async recordChange(change) {
        const answer = tells();
        if (answer === 'never') await new Promise(() => undefined);
        if (answer === 'no') return err({ code: 'not_recorded' as const, detail: 'full' });
        told.push(change);
        return ok(undefined);
      },
    },
    profiles: { find: () => ok(profile), list: () => [profile] },
    settings: { get: () => settings },
    listeners: {
      stateOf: () => {
        throw new Error('not asked');
      },
    },
    templates: { list: () => [] },
    team: { state: () => ({ kind: 'none' }) },
    onBug: (error) => {
      throw error;
    },
  });
}
const rename = (desk: ReturnType<typeof openDesk>, operatorName: string) =>
  desk['settings.update']({ operatorName }, ACTOR);
const fact = (before: string | null, after: string | null) => ({
  name: 'operatorName',
  before,
  after,
});
const INTERRUPTED = { name: 'interrupted', before: null, after: null };

it('a change is noted before it is made, and the note goes with its event', async () => {
  await rename(openDesk(), 'Anna');
  expect(noted).toContain('settings.update');
  expect(told).toMatchObject([{ operator: OPERATOR, what: 'settings.update' }]);
  expect(existsSync(note())).toBe(false);
});

it('a desk that is killed between the change and its event writes the event at its next start', async () => {
  const { operatorName } = settings;
  void rename(
    openDesk(() => 'never'),
    'Anna',
  );
  await expect.poll(() => settings.operatorName).toBe('Anna');
  openDesk();
  await expect.poll(() => existsSync(note())).toBe(false);
  const changes = [fact(operatorName, 'Anna'), INTERRUPTED];
  expect(told).toEqual([{ operator: OPERATOR, what: 'settings.update', of: null, changes }]);
});

it('a desk that is killed before the change tells of none', async () => {
  void rename(
    openDesk(() => 'yes', true),
    'Anna',
  );
  await expect.poll(() => noted).not.toBe('');
  openDesk();
  await expect.poll(() => existsSync(note())).toBe(false);
  expect(told).toEqual([]);
});

it('a secret that may have been changed is told of, and is in no note', async () => {
  void openDesk(() => 'never')['profile.setSecret'](secret, ACTOR);
  await expect.poll(() => noted).not.toBe('');
  openDesk();
  await expect.poll(() => told).toHaveLength(1);
  expect(told).toMatchObject([{ what: 'profile.setSecret', of: profile.name }]);
  expect(told[0]?.changes.map(({ name, after }) => [name, after])).toEqual([
    ['slot', 'signing'],
    ['keep', 'stored'],
    ['interrupted', null],
  ]);
  expect(noted).not.toContain(SECRET);
});

it('a log that takes no event gets it before that of the next change', async () => {
  let tells: Tells = 'no';
  const desk = openDesk(() => tells);
  expect(await rename(desk, 'Anna')).toMatchObject({ ok: true });
  expect(told).toEqual([]);
  tells = 'yes';
  await rename(desk, 'Boris');
  expect(told.map(({ changes }) => changes.at(0)?.after)).toEqual(['Anna', 'Boris']);
  expect(existsSync(note())).toBe(false);
});

it('a change that cannot be noted is not made', async () => {
  const desk = openDesk();
  rmSync(dataDir, { recursive: true });
  expect(await rename(desk, 'Anna')).toMatchObject({ error: { code: 'not_recorded' } });
  expect(settings).toEqual(SETTINGS);
});

it('how the screen looks is no change, and needs no note', async () => {
  const desk = openDesk();
  await desk['settings.update']({ theme: 'dark' }, ACTOR);
  expect(settings.theme).toBe('dark');
  expect(noted).toBe('');
  expect(told).toEqual([]);
});
