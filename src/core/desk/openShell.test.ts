import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import type {
  OperationInput,
  OperationOutput,
  OperationName,
} from '#shared/contract/operations.ts';
import { DEFAULT_LISTENER } from '#shared/domain/callback.ts';

import { setUpOf } from '../profiles/profileFile.ts';
import { profileOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

async function called<N extends OperationName>(
  { client }: OpenedDesk,
  name: N,
  input: OperationInput<N>,
): Promise<OperationOutput<N>> {
  const reply = await client.call(name, input);
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
  return reply.value;
}

const eventsOf = (desk: OpenedDesk, name: string) =>
  desk.events.filter((event) => event.name === name);

it('a desk knows its own ports, what was agreed to, what has no answer, and whether it is locked', async () => {
  const dataDir = join(temporaryDir(), 'data');
  // Answers nothing that means anything: whatever is issued is unknown.
  const provider = await startTestProvider((_, response) => void response.end('?'));
  const own = ['http://127.0.0.1:4173'];
  const first = await openedDesk(dataDir, provider.baseUrl, undefined, () => own);
  const check = (address: string, profileId = SANDBOX) =>
    called(first, 'link.check', { address, profileId });

  // Links: the host's port as it is now, the listener's, the sandbox's exact origin.
  const page = `${provider.baseUrl}/pay/1`;
  expect(await check(page)).toMatchObject({ verdict: 'ask', address: page });
  expect(await check('https://pay.example:4173/')).toMatchObject({ reason: 'own_address' });
  own.push('http://127.0.0.1:4174');
  expect(await check('https://pay.example:4174/')).toMatchObject({ reason: 'own_address' });
  const { settings } = await called(first, 'callback.setListener', {
    profileId: SANDBOX,
    settings: { ...DEFAULT_LISTENER, enabled: true },
    newPath: false,
  });
  const listener = `https://pay.example:${settings.port}/`;
  expect(await check(listener)).toMatchObject({ reason: 'own_address' });

  // Agreed to for one profile, and not for another.
  const setUp = setUpOf(profileOf());
  const live = await called(first, 'profile.save', { id: null, setUp });
  await called(first, 'link.confirm', { address: page, profileId: SANDBOX });
  expect(await check(page)).toMatchObject({ verdict: 'open' });
  expect(await check(page, live.id)).toMatchObject({ verdict: 'refused', reason: 'not_https' });
  const agreed = { address: 'https://pay.example/1', profileId: live.id };
  await called(first, 'link.confirm', agreed);
  expect(await check('https://pay.example/2')).toMatchObject({ verdict: 'ask' });
  expect(await check('https://pay.example/2', live.id)).toMatchObject({ verdict: 'open' });
  // The application's way out names no profile: it is the one for which the page asked.
  expect(await called(first, 'link.check', { address: 'https://pay.example/2' })).toMatchObject({
    verdict: 'open',
    profileId: live.id,
  });

  // Without an answer, of whichever profile.
  expect(await called(first, 'log.unanswered', {})).toEqual({ count: 0 });
  await first.issue('lost');
  expect(await first.rested('lost')).toMatchObject({ outcome: 'unknown' });
  expect(await called(first, 'log.unanswered', {})).toEqual({ count: 1 });

  // What the window around the page tells it.
  first.services.setLocked(true);
  expect(await called(first, 'desk.lock', {})).toEqual({ locked: true });
  first.services.show('about');
  expect(eventsOf(first, 'desk.locked')).toEqual([{ name: 'desk.locked', locked: true }]);
  expect(eventsOf(first, 'desk.open')).toEqual([{ name: 'desk.open', screen: 'about' }]);
  await called(first, 'log.backUp', {});
  expect(eventsOf(first, 'backup.changed')).toMatchObject([{ running: true }, { running: false }]);
  expect(await called(first, 'app.info', {})).toMatchObject({ updates: { state: 'off' } });
  await first.services.close();
  expect(readFileSync(join(dataDir, 'logs/desk.log'), 'utf8').trimEnd()).toMatch(/"stopped"\}$/u);

  // Kept over the restart; gone with the profile.
  const second = await openedDesk(dataDir, provider.baseUrl);
  const again = { address: 'https://pay.example/3', profileId: live.id };
  expect(await called(second, 'link.check', again)).toMatchObject({ verdict: 'open' });
  expect(await called(second, 'desk.lock', {})).toEqual({ locked: false });
  await called(second, 'profile.delete', { profileId: live.id });
  expect(readFileSync(join(dataDir, 'links.json'), 'utf8')).not.toContain(live.id);
  expect(await called(second, 'link.check', { address: page, profileId: SANDBOX })).toMatchObject({
    verdict: 'open',
  });
  await second.services.close();
  await provider.close();
});
