import { z } from 'zod';

import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { tailQuestions } from '../../src/core/team/tail.ts';
import { OPERATOR } from '../../src/core/testing/builders.ts';

/** Fetches the tail of a log and puts it in, until it is killed. */
const taskSchema = z.object({
  dataDir: z.string(),
  key: z.string(),
  address: z.object({
    host: z.string(),
    port: z.int(),
    database: z.string(),
    user: z.string(),
    password: z.string(),
    ca: z.string(),
  }),
});
export type TailVictimTask = z.infer<typeof taskSchema>;

const { dataDir, address, key } = taskSchema.parse(JSON.parse(process.argv[2] ?? ''));
process.stdout.write('ready\n');
const by = {
  at: new Date().toISOString(),
  operator: OPERATOR,
  key: { state: 'key', key } as const,
};
const tail = await tailQuestions(logPathsOf(dataDir)).catchUp(address, by);
process.stdout.write(`${tail.kind}\n`);
