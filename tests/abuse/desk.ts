import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import path from 'node:path';

import { z } from 'zod';

import type { Client } from '../../src/shared/contract/client.ts';
import { createClient } from '../../src/shared/contract/testing/createClient.ts';
import { DEFAULT_LISTENER } from '../../src/shared/domain/callback.ts';
import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { createInput } from '../support/builders.ts';
import { SIGNING, profileSetUp } from '../support/profileSetUp.ts';
import type { Provider } from '../support/provider.ts';
import { ISSUE, MEMORY } from './messages.ts';

const ENTRY = path.join(import.meta.dirname, 'deskProcess.ts');
const replySchema = z.object({ id: z.int(), reply: z.unknown() });
const memorySchema = z.object({ rss: z.int(), sockets: z.int() });

/** Megabytes resident, and connections that are open. */
export type Memory = { readonly mb: number; readonly sockets: number };

export type AbusedDesk = {
  /** Of its callback listener. */
  readonly address: string;
  /** Issues a request; how long it took, in milliseconds, from the moment it was asked for until it rested accepted. */
  readonly issue: (orderId: string) => Promise<number>;
  readonly memory: () => Promise<Memory>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
};

/** A desk whose listener is on, over a provider that runs elsewhere. */
export async function startAbusedDesk(dataDir: string, provider: Provider): Promise<AbusedDesk> {
  const { origin: baseUrl, merchant, secret } = provider;
  const anchorKey = randomBytes(32).toString('hex');
  const { child, ask } = await startProcess({ dataDir, baseUrl, merchant, secret, anchorKey });
  const client = createClient({ invoke: ask, subscribe: () => () => undefined });
  const { profileId, address } = await setUp(client, provider);
  return {
    address,
    async issue(orderId) {
      const input = { ...createInput({ order_id: orderId, customer: orderId }), profileId };
      const startedMs = performance.now();
      const outcome = await ask(ISSUE, input);
      const tookMs = performance.now() - startedMs;
      if (outcome !== 'accepted') throw new Error(`${orderId} is ${String(outcome)}`);
      return tookMs;
    },
    async memory() {
      const { rss, sockets } = memorySchema.parse(await ask(MEMORY, null));
      return { mb: rss / 2 ** 20, sockets };
    },
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

type Ask = (name: string, input: unknown) => Promise<unknown>;

async function startProcess(
  task: object,
): Promise<{ readonly child: ChildProcess; readonly ask: Ask }> {
  const child: ChildProcess = fork(ENTRY, {
    env: { ...process.env, DESK_TASK: JSON.stringify(task) },
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
  const ask: Ask = (name, input) =>
    new Promise((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      child.send({ id: calls, name, input });
    });
  return { child, ask };
}

async function setUp(
  client: Client,
  { origin: baseUrl, merchant, secret }: Provider,
): Promise<{ readonly profileId: ProfileId; readonly address: string }> {
  const facts = { name: 'Abused', mode: 'sandbox', baseUrl, merchant, proxy: { mode: 'none' } };
  const saved = { id: null, setUp: profileSetUp(facts) };
  const { id: profileId } = valueOf(await client.call('profile.save', saved));
  const kept = { slot: SIGNING, secret, keep: 'run' } as const;
  valueOf(await client.call('profile.setSecret', { profileId, ...kept }));
  valueOf(await client.call('limits.read', { profileId, refresh: true }));
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId, settings, newPath: false };
  const { address } = valueOf(await client.call('callback.setListener', set));
  if (address === null) throw new Error('The listener does not listen');
  return { profileId, address };
}
