import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { createInput } from '../support/builders.ts';
import { openWholeDesk } from '../support/wholeDesk.ts';

/**
 * Run under strace: opens the desk and issues one request after the other. Making a folder marks each in the trace, since
 * nothing else here makes folders of that name.
 */
const taskSchema = z.strictObject({
  desk: z.strictObject({
    dataDir: z.string(),
    baseUrl: z.string(),
    merchant: z.string(),
    secret: z.string(),
    anchorKey: z.string(),
  }),
  marks: z.string(),
  requests: z.int(),
  /** Ends as a crash would. */
  isKilled: z.boolean(),
});
const task = taskSchema.parse(JSON.parse(process.env['DURABILITY_TASK'] ?? ''));
mkdirSync(task.marks, { recursive: true });
const desk = await openWholeDesk(task.desk);
await desk.ask('limits.read', { profileId: 'sandbox', refresh: true });
for (let number = 1; number <= task.requests; number += 1) {
  const intentId = randomUUID();
  const rested = desk.rested(intentId);
  mkdirSync(path.join(task.marks, `begin-${number}`));
  await desk.ask('issue.create', { ...createInput(), intentId });
  const { outcome } = await rested;
  mkdirSync(path.join(task.marks, `end-${number}-${outcome}`));
}
if (task.isKilled) process.kill(process.pid, 'SIGKILL');
await desk.services.close();
