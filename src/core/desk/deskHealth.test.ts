import { afterAll, beforeAll, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import { createDeskEvents } from './deskEvents.ts';
import { createDeskHealth } from './deskHealth.ts';
import { WRITE_NAMES } from '../log/operations.ts';
import type { LogPort } from '../log/port.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { openTestLog } from '../testing/log.ts';

let own: LogPort;
beforeAll(async () => {
  own = await openTestLog(temporaryDir());
});
afterAll(async () => {
  await own.close();
  removeTemporaryDirs();
});

it.each(WRITE_NAMES)('a %s that cannot be recorded is told', async (write) => {
  const refused = (): Promise<unknown> => Promise.resolve(err(failure('not_recorded', 'no room')));
  const log = Object.assign({ ...own }, { [write]: refused });
  const health = createDeskHealth({
    log,
    events: createDeskEvents((error) => {
      throw error;
    }),
  });
  await Reflect.apply(health.watched[write], null, []);
  expect(health.current()).toEqual({ state: 'not_writing', detail: 'no room', held: 0 });
});
