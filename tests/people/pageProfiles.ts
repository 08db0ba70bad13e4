import { z } from 'zod';

import { profileSchema, whereTo } from '../../src/shared/domain/profile.ts';
import { until } from '../hostile/waiting.ts';
import { createInput } from '../support/builders.ts';
import { readLedger } from '../support/ledger.ts';
import { profileSetUp } from '../support/profileSetUp.ts';
import type { Call, RunningHost } from './hosts.ts';
import { PIN, add, ask, codeOf, expectCode, signedIn } from './steps.ts';
import type { Story } from './story.ts';

const madeSchema = z.looseObject({ id: z.string() });
const sessionSchema = z.looseObject({ profileId: z.string().nullable() });

async function chosen(page: Call): Promise<string> {
  return (await ask(page, sessionSchema, 'people.session', {})).profileId ?? 'none';
}

/** One person's choice of a profile moves no other person, and a request goes where its page showed that it goes. */
export async function tryPageProfiles(
  story: Story,
  host: RunningHost,
  bossId: string,
): Promise<void> {
  const expect = (what: string, code: string, ...codes: string[]): void =>
    expectCode(story, `the profile of a page: ${what}`, code, ...codes);
  const boss = await signedIn(host, bossId, PIN);
  const as = async (name: string, role: Parameters<typeof add>[2]) => {
    const personId = await add(boss, name, role, PIN);
    return { personId, page: await signedIn(host, personId, PIN) };
  };
  const integrator = await as('Of profiles', 'integrator');
  const [ann, bob] = [await as('Practises', 'operator'), await as('Goes live', 'operator')];
  const auditor = await as('Looks on', 'auditor');
  const { page } = integrator;
  const { id: shop } = await ask(page, madeSchema, 'profile.save', {
    id: null,
    setUp: profileSetUp(),
  });
  const choose = async (call: Call, profileId: string): Promise<string> =>
    codeOf(await call('profile.choose', { profileId }));

  expect('chosen for practice', await choose(ann.page, 'sandbox'), 'ok');
  expect('chosen for Live', await choose(bob.page, shop), 'ok');
  expect('chosen by an auditor', await choose(auditor.page, shop), 'ok');
  expect('chosen signed out', await choose(await host.page(), shop), 'sign_in_first');
  expect('chosen, and not there', await choose(bob.page, 'nobody'), 'profile_not_found');
  const old = await auditor.page('settings.update', { activeProfileId: shop });
  expect('as a setting of the desk', codeOf(old), 'invalid_input');
  expect('of the person who practises', await chosen(ann.page), 'sandbox');
  const second = await signedIn(host, ann.personId, PIN);
  expect('of a second page of that person', await chosen(second), 'sandbox');
  expect('of the person who goes live', await chosen(bob.page), shop);
  expect('signed out', await chosen(await host.page()), 'none');

  const profiles = await ask(ann.page, z.array(profileSchema), 'profile.list', {});
  const sandbox = profiles.find(({ id }) => id === 'sandbox');
  if (sandbox === undefined) throw new Error('There is no Sandbox.');
  const shown = whereTo(sandbox);
  const before = readLedger(story.dataDir).arrivals;
  const issue = async (call: Call, more: object): Promise<string> =>
    codeOf(await call('issue.create', { ...createInput(), ...more }));
  for (const [what, other] of Object.entries({
    'another mode': { mode: 'live' },
    'another merchant': { merchant: '99999999-2222-4333-8444-555555555555' },
    'another address': { origin: 'https://elsewhere.example' },
  })) {
    const code = await issue(ann.page, { shown: { ...shown, ...other } });
    expect(`the page showed ${what}`, code, 'profile_changed');
  }
  expect('issued by an auditor', await issue(auditor.page, { shown }), 'not_permitted');
  expect('a practice request', await issue(ann.page, { shown }), 'ok');
  await until('it is in the ledger', () => readLedger(story.dataDir).arrivals > before);
  const arrived = readLedger(story.dataDir).arrivals - before;
  expect('requests at the Sandbox', String(arrived), '1');
  expect('deleted meanwhile', codeOf(await page('profile.delete', { profileId: shop })), 'ok');
  expect('of the person whose profile is gone', await chosen(bob.page), 'sandbox');
}
