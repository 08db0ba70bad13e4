import { afterAll, expect, it } from 'vitest';

import {
  intent,
  manualClock,
  preparedOf,
  temporaryDir,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { openTestLog } from '../testing/log.ts';
import { recoverInterrupted } from './recoverInterrupted.ts';

afterAll(removeTemporaryDirs);

it('after a crash W1 alone is not_sent, W2 without W3 is unknown, and the rest stays as it was', async () => {
  const dataDir = temporaryDir();
  const crashed = await openTestLog(dataDir, { clock: manualClock() });
  for (const name of ['unsent', 'sent', 'done']) await crashed.prepare(preparedOf(name));
  await crashed.markSending(intent('sent'), {
    method: 'POST',
    url: 'https://provider.example/',
    headers: [],
    body: '',
    remoteAddress: '',
    tls: null,
  });
  const reason = { code: 'refused_by_provider', httpStatus: 401, detail: null } as const;
  await crashed.settle(
    intent('done'),
    { outcome: 'rejected', reason: { ...reason, retryAfter: null } },
    null,
  );

  // The file as a killed process leaves it: nobody has closed it.
  const log = await openTestLog(dataDir, { clock: manualClock('2026-11-16T08:00:00.000Z') });
  const recovered = await recoverInterrupted(log);
  expect(recovered).toHaveLength(2);
  expect(await log.find(intent('unsent'))).toMatchObject({
    outcome: 'not_sent',
    reason: { code: 'interrupted_before_sending' },
  });
  expect(await log.find(intent('sent'))).toMatchObject({
    outcome: 'unknown',
    reason: { code: 'interrupted_after_sending' },
  });
  expect(await log.find(intent('done'))).toMatchObject({ outcome: 'rejected' });
  expect(await recoverInterrupted(log)).toEqual([]);
  await log.close();
  await crashed.close();
});
