import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { until } from '../hostile/waiting.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import type { RunningHost } from './hosts.ts';
import type { Story } from './story.ts';
import { PIN, add, ask, codeOf, expectCode, signedIn } from './steps.ts';

const KILLS = 3;
const madeSchema = z.looseObject({ id: z.string() });
const activitySchema = z.looseObject({
  rows: z.array(z.looseObject({ facts: z.array(z.looseObject({ after: z.string().nullable() })) })),
});
const SET_UP_RULE = { amountFrom: {}, sumFrom: {}, kinds: ['set_up'] };

/** A profile file is the one way in that a script can fill freely: neither a rule nor the desk's own keys may give way to it. */
async function tryFiles(story: Story, host: RunningHost, bossId: string): Promise<void> {
  const expect = (what: string, code: string, ...codes: string[]): void =>
    expectCode(story, `a profile file: ${what}`, code, ...codes);
  const boss = await signedIn(host, bossId, PIN);
  const page = await signedIn(host, await add(boss, 'Installer', 'integrator', PIN), PIN);
  const load = async (id: string, setUp = profileSetUp()): Promise<string> => {
    const file = { kind: 'deposit-desk-profiles', version: 1, profiles: [{ id, setUp }] };
    return codeOf(await page('profileFile.import', { text: JSON.stringify(file) }));
  };
  for (const id of ['people-pepper', 'log-anchor', `log-key-${'4445534b'.repeat(4)}`]) {
    expect(`the desk's own ${id}`, await load(id), 'profile_file_unreadable');
  }
  expect('a name of plain objects', await load('constructor'), 'profile_file_unreadable');
  const { id } = await ask(page, madeSchema, 'profile.save', { id: null, setUp: profileSetUp() });
  const rules = { profileId: id, rules: SET_UP_RULE };
  expect('a rule', codeOf(await boss('eyes.setRules', rules)), 'ok');
  const elsewhere = profileSetUp({ baseUrl: 'https://elsewhere.example' });
  expect('another address', await load(id, elsewhere), 'approval_needed');
  const merchant = '0b9e6c31-54ad-4f27-b1c8-d7f3a2605e18';
  expect('another merchant', await load(id, profileSetUp({ merchant })), 'approval_needed');
  const stateWords = [{ word: 'rejected', colour: 'green', meaning: '' }];
  expect('a state as paid', await load(id, profileSetUp({ stateWords })), 'approval_needed');
  expect('another name', await load(id, profileSetUp({ name: 'New' })), 'ok');
  expect('deleted', codeOf(await page('profile.delete', { profileId: id })), 'ok');
  expect('back at another address', await load(id, elsewhere), 'approval_needed');
}

/** Killed as soon as the setting is changed on the disk: the next start has the event of it. */
async function killChange(story: Story, before: RunningHost, bossId: string, at: number) {
  const boss = await signedIn(before, bossId, PIN);
  const operatorName = `Named ${at}`;
  const changing = boss('settings.update', { operatorName }).catch(() => null);
  const file = path.join(story.dataDir, 'settings.json');
  const isChanged = (): boolean =>
    existsSync(file) && readFileSync(file, 'utf8').includes(operatorName);
  await until('the setting is changed', isChanged);
  await before.kill();
  await changing;
  const host = await story.start();
  const again = await signedIn(host, bossId, PIN);
  const filter = { personId: bossId, group: 'setting', from: null, to: null };
  const told = async (): Promise<boolean> => {
    const page = { filter, before: null, pageSize: 20 };
    const { rows } = await ask(again, activitySchema, 'activity.page', page);
    return rows.some(({ facts }) => facts.some(({ after }) => after === operatorName));
  };
  let isTold = await told();
  for (let look = 0; look < 50 && !isTold; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    isTold = await told();
  }
  if (!isTold) story.findings.lost.push(`${story.name}: the event of a changed setting`);
  expectCode(story, 'a setting changed, then killed', isTold ? 'told' : 'silent', 'told');
  return host;
}

export async function trySettingUp(
  story: Story,
  before: RunningHost,
  bossId: string,
): Promise<RunningHost> {
  await tryFiles(story, before, bossId);
  let host = before;
  for (let at = 0; at < KILLS; at += 1) host = await killChange(story, host, bossId, at);
  return host;
}
