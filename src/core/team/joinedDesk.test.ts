import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { createJsonFiles } from '../files/jsonFile.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type Invitation, invitationText } from './invitation.ts';
import { createMembershipFile, membershipOf } from './membership.ts';

let desk: OpenedDesk | null = null;
afterEach(async () => {
  await desk?.services.close();
  desk = null;
});
afterAll(removeTemporaryDirs);

/** Nothing listens there. */
const INVITATION: Invitation = {
  teamId: '11111111-1111-4111-8111-111111111111',
  host: '127.0.0.1',
  port: 9,
  database: 'team',
  login: 'desk_north',
  password: 'invited',
  code: 'N7K',
  ca: 'none',
  rootKey: 'none',
  customerKey: 'k'.repeat(43),
  until: '2030-01-01T00:00:00.000Z',
};
const DESK_ID = '22222222-2222-4222-8222-222222222222';
const WITH_DESK = '{flow}-{desk}-{counter}';
const CHOSEN = { profileId: SANDBOX, sharing: 'proof', offline: 'block' } as const;
const refused = { ok: false, error: { code: 'pattern_lacks_desk', profiles: ['Shop'] } };

async function open(dataDir = temporaryDir(), logWorkerUrl?: URL) {
  const none = () => [];
  desk = await openedDesk(dataDir, 'http://127.0.0.1:9', undefined, none, logWorkerUrl);
  return desk.client;
}

/** In the place of the thread that speaks to the server: the server takes the desk, and answers nothing else. */
const TAKES_DESK = new URL(
  `data:text/javascript,${encodeURIComponent(`
const joined = { ok: true, value: ${JSON.stringify({ deskId: DESK_ID, code: 'N7K' })} };
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (text) => {
  if (text === 'end') process.exit();
  for (const { id, name } of JSON.parse(text)) {
    const value = name === 'join' ? joined : null;
    parentPort.postMessage(JSON.stringify({ replies: [{ id, ok: true, value }], health: null }));
  }
});`)}`,
);

/** Its server is away. */
async function joined(dataDir = temporaryDir(), code: string | null = 'N7K') {
  const membership = membershipOf(INVITATION, { deskId: DESK_ID, code }, 'keyring', {});
  writeFileSync(join(dataDir, 'team.json'), JSON.stringify(membership));
  return open(dataDir);
}

describe('the order pattern of a Live profile', () => {
  it('has the desk in it before it is saved at a joined desk', async () => {
    const client = await joined();
    const save = (over: Parameters<typeof setUpWith>[0]) =>
      client.call('profile.save', { id: null, setUp: setUpWith(over) });
    expect(await save({})).toEqual(refused);
    expect(await save({ mode: 'sandbox' })).toMatchObject({ ok: true });
    const made = await save({ orderPattern: WITH_DESK });
    if (!made.ok) throw new Error(made.error.code);
    const setUp = setUpWith({ orderPattern: '{random}' });
    expect(await client.call('profile.save', { id: made.value.id, setUp })).toEqual(refused);
    const file = await client.call('profileFile.export', { profileIds: [made.value.id] });
    if (!file.ok) throw new Error(file.error.code);
    const text = file.value.text.replaceAll(WITH_DESK, '{flow}-{counter}');
    expect(await client.call('profileFile.import', { text })).toEqual(refused);
  });

  it('may lack it at a desk that only reads', async () => {
    const client = await joined(temporaryDir(), null);
    const saved = await client.call('profile.save', { id: null, setUp: setUpWith() });
    expect(saved).toMatchObject({ ok: true });
  });

  it('has it before the desk joins, and before a profile comes back to a joined desk', async () => {
    const dataDir = temporaryDir();
    const client = await open(dataDir);
    const made = await client.call('profile.save', { id: null, setUp: setUpWith() });
    if (!made.ok) throw new Error(made.error.code);
    const profileId = made.value.id;
    const tryJoin = (invitation: Invitation) =>
      client.call('team.join', { invitation: invitationText(invitation) });
    expect(await tryJoin(INVITATION)).toEqual(refused);
    expect(await tryJoin({ ...INVITATION, code: null })).toMatchObject({
      error: { code: 'team_refused' },
    });
    await client.call('profile.archive', { profileId, archived: true });
    expect(await tryJoin(INVITATION)).toMatchObject({ error: { code: 'team_refused' } });
    await desk?.services.close();

    const later = await joined(dataDir);
    const back = await later.call('profile.archive', { profileId, archived: false });
    expect(back).toEqual(refused);
    const copied = await later.call('profile.duplicate', { profileId, name: 'Shop' });
    expect(copied).toEqual(refused);
  });
});

it('keeps what was chosen per profile for the next join of the same team, and of no other', async () => {
  const dataDir = temporaryDir();
  const client = await joined(dataDir);
  await client.call('team.setProfile', CHOSEN);
  expect(await client.call('team.leave', {})).toEqual({ ok: true, value: { kind: 'none' } });
  expect(readFileSync(join(dataDir, 'team.json'), 'utf8')).not.toContain('desk_north');
  const file = createMembershipFile({
    dataDir,
    files: createJsonFiles(new Date(), () => undefined),
  });
  expect(file.read()).toBeNull();
  const { profileId, ...choice } = CHOSEN;
  expect(file.choicesIn(INVITATION.teamId)).toEqual({ [profileId]: choice });
  expect(file.choicesIn('33333333-3333-4333-8333-333333333333')).toEqual({});
});

it('has what was chosen per profile again once it has left the team and joined it anew', async () => {
  const client = await open(temporaryDir(), TAKES_DESK);
  const invitation = invitationText(INVITATION);
  const profilesOnceJoined = async () => {
    const state = await client.call('team.join', { invitation });
    return state.ok && state.value.kind === 'joined' ? state.value.profiles : state;
  };
  expect(await profilesOnceJoined()).not.toContainEqual(CHOSEN);
  await client.call('team.setProfile', CHOSEN);
  await client.call('team.leave', {});
  expect(await profilesOnceJoined()).toContainEqual(CHOSEN);
});
