import process from 'node:process';

import { DEFAULT_LISTENER } from '#shared/domain/callback.ts';

import { SANDBOX, openedDesk } from './openedDesk.ts';

/** A desk in a process of its own, to be killed: prints where it listens. Its only argument is the data directory. */
const [, , dataDir = ''] = process.argv;
const desk = await openedDesk(dataDir, 'http://127.0.0.1:9');
const known = await desk.client.call('callback.listener', { profileId: SANDBOX });
const settings = known.ok ? known.value.settings : DEFAULT_LISTENER;
const set = await desk.client.call('callback.setListener', {
  profileId: SANDBOX,
  settings: { ...settings, enabled: true },
  newPath: false,
});
process.stdout.write(`${set.ok ? (set.value.address ?? '') : ''}\n`);
