import { z } from 'zod';

import { fileKeychain } from '../../src/core/protection/testing/fileKeychain.ts';
import { openTeamDesk } from './wholeDesk.ts';

/** A desk of the team in a process of its own, which issues one order and is killed while it connects to the provider. */
const taskSchema = z.object({
  dataDir: z.string(),
  keychainFile: z.string(),
  baseUrl: z.string(),
  orderId: z.string(),
});
const task = taskSchema.parse(JSON.parse(process.argv[2] ?? ''));
const about = { store: 'keychain' as const, name: 'Test keychain' };
const keychain = { ...about, ...fileKeychain(task.keychainFile) };
const desk = await openTeamDesk(task.baseUrl, { dataDir: task.dataDir, keychain });
await desk.inStep();
await desk.begin(task.orderId);
await new Promise((resolve) => {
  setTimeout(resolve, 120_000);
});
