import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { MERCHANT, intent, manualClock, preparedOf } from '#core/testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs } from '#core/testing/fillLog.ts';
import { openTestLog } from '#core/testing/log.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { PAST, remoteIdOf } from './pastStatement.ts';

/** Program: `node pastRequests.ts <data directory> <first moment>`. Fills the log of a desk that was never started. */
const [dataDir = '', start = ''] = process.argv.slice(2);

/** The embedded provider takes the merchant that it finds. */
mkdirSync(path.join(dataDir, 'sandbox'), { recursive: true });
writeFileSync(
  path.join(dataDir, 'sandbox', 'merchant.json'),
  JSON.stringify({ merchant: MERCHANT }),
);

const clock = manualClock(start);
const log = await openTestLog(dataDir, { clock });
for (const [at, name] of PAST.names.entries()) {
  const profile = { profileId: profileIdSchema.parse('sandbox'), profileName: 'Sandbox' };
  const prepared = { ...preparedOf(name), ...profile, mode: 'sandbox' as const };
  await log.prepare(prepared);
  await log.markSending(intent(name), SENT);
  const stage = name.startsWith('U') ? UNKNOWN : acceptedAs(name, { id: remoteIdOf(at) });
  await log.settle(intent(name), stage, null);
  clock.advance(PAST.stepMs);
}
await log.close();
// Its key was in memory: the desk that opens this log makes an anchor of its own.
rmSync(path.join(dataDir, 'log.anchor'));
