import { randomInt, randomUUID } from 'node:crypto';

import { z } from 'zod';

import { readTeamBatch } from '../../src/core/log/reads/teamBatch.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { preparedOf, profileOf } from '../../src/core/testing/builders.ts';
import { NOT_SENT, SENT, acceptedAs } from '../../src/core/testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../src/core/testing/log.ts';
import { type TeamProtocol, openTeamProtocol } from '../../src/core/testing/teamProtocol.ts';
import { intentIdSchema } from '../../src/shared/domain/ids.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

/**
 * A desk of a team that is killed: its log on the disk, claims on one connection, replication on the other. `drain`: it writes nothing
 * more, and ends once the server has everything.
 */
const taskSchema = z.object({
  dataDir: z.string(),
  address: z.object({
    host: z.string(),
    port: z.int(),
    database: z.string(),
    user: z.string(),
    password: z.string(),
    ca: z.string(),
  }),
  drain: z.boolean(),
});
export type KilledDeskTask = z.infer<typeof taskSchema>;

const ANCHOR_KEY = 'a'.repeat(64);
/** Both desks choose from these: most claims of later rounds meet a holder. */
const ORDERS = 2000;

async function main({ dataDir, address, drain }: KilledDeskTask): Promise<void> {
  const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(ANCHOR_KEY) });
  const db = openForReading(logPathsOf(dataDir).file);
  const store = createStore(db);
  const protocol = openTeamProtocol(address, {
    read: (after, most) => readTeamBatch(store, after, most, () => 'whole'),
    policyOf: () => 'block',
    numberOf: () => 'typed',
    connectMs: 2000,
  });
  process.stdout.write('ready\n');
  if (!drain) await issueForEver(log, protocol);
  await protocol.inStep();
  await protocol.close();
  db.close();
  await log.close();
}

/** Until the kill. */
async function issueForEver(log: LogPort, { claim: ask }: TeamProtocol): Promise<never> {
  for (;;) {
    const orderId = `K-${randomInt(ORDERS)}`;
    const intentId = intentIdSchema.parse(randomUUID());
    const body = { ...preparedOf(orderId, { customer: `c-${intentId}` }), intentId };
    const prepared = await log.prepare(body);
    // A kill left the order open in this log.
    if (!prepared.ok && prepared.error.code === 'order_open') continue;
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
    const claim = await ask(prepared.value.request, profileOf());
    if (claim.kind === 'refused') {
      await log.settle(intentId, NOT_SENT, null);
      continue;
    }
    await log.markSending(intentId, SENT, claim);
    await log.settle(intentId, acceptedAs(orderId), null);
  }
}

await main(taskSchema.parse(JSON.parse(process.argv[2] ?? '{}')));
