import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { z } from 'zod';

import type { Client } from '../../src/shared/contract/client.ts';
import { createClient } from '../../src/shared/contract/testing/createClient.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';

const ENTRY = path.join(import.meta.dirname, 'deskProcess.ts');
const replySchema = z.object({ id: z.int(), reply: z.unknown() });

export type KillableDesk = {
  readonly client: Client;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
};

export async function startKillableDesk(options: WholeDeskOptions): Promise<KillableDesk> {
  const child: ChildProcess = fork(ENTRY, {
    env: { ...process.env, DESK_TASK: JSON.stringify(options) },
  });
  const waiting = new Map<number, (reply: unknown) => void>();
  let calls = 0;
  child.on('message', (message) => {
    const { id, reply } = replySchema.parse(message);
    waiting.get(id)?.(reply);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    waiting.set(0, resolve);
    child.once('exit', () => reject(new Error('The desk ended at once')));
  });
  return {
    client: createClient({
      invoke: (name, input) =>
        new Promise((resolve) => {
          calls += 1;
          waiting.set(calls, resolve);
          child.send({ id: calls, name, input });
        }),
      subscribe: () => () => undefined,
    }),
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
