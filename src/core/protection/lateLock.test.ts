import { afterAll, expect, test } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import { DESK, type Services } from '../ports.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { lockableDesk } from './lockedDesk.ts';

afterAll(removeTemporaryDirs);

/** An open desk whose log turns out to have been replaced, by the order of what is asked of it. */
function openDesk(close: () => Promise<void>) {
  const did: string[] = [];
  const first: Services = {
    dispatch: async () => ok('of the replaced log'),
    onEvent: () => () => undefined,
    mayHear: () => true,
    machineSlept: () => undefined,
    setLocked: () => undefined,
    show: () => undefined,
    note: (what, facts) => void did.push(`${what} ${String(facts?.['what'])}`),
    warmUp: () => undefined,
    noted: async () => void did.push('noted'),
    async close() {
      did.push('closes');
      await close();
    },
    stillOpen: () => [],
  };
  const keychain = createTestKeychain();
  const ports = {
    dataDir: temporaryDir(),
    keychains: { keyring: keychain, keytar: keychain },
    systemLanguage: 'en',
    osAccount: 'anna',
  };
  const opened: Services = {
    ...first,
    dispatch: async (_, name) =>
      name === 'log.health' ? err(failure('internal')) : ok('of the protected log'),
  };
  const desk = lockableDesk(ports, first, async () => opened);
  const ask = (name: string, input: unknown) => desk.services.dispatch(DESK, name, input);
  return { ...desk, did, ask };
}

test('a page that cannot be told of the lock does not keep the replaced log open', async () => {
  const { services, lock, did, ask } = openDesk(async () => undefined);
  services.onEvent(() => {
    throw new Error('the page is gone');
  });
  await lock().catch(() => undefined);
  await services.close();
  expect(did).toEqual(['closes', 'noted']);
  expect(await ask('app.info', {})).toMatchObject({ error: { code: 'log_locked' } });
});

test('a desk that does not close whole is locked, says so in its log file, and can be opened', async () => {
  const { lock, did, ask } = openDesk(() => Promise.reject(new Error('disk')));
  await lock();
  expect(did).toEqual(['closes', 'host_failed lock', 'noted']);
  expect(await ask('protection.unlock', { code: null })).toMatchObject({ ok: true });
  expect(await ask('app.info', {})).toMatchObject({ value: 'of the protected log' });
});
