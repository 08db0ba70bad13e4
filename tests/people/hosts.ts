import http from 'node:http';

import { z } from 'zod';

import { startLoopbackProcess } from '../contract/support/launchLoopback.ts';
import { openLoopbackCaller } from '../hostile/operations/loopbackCaller.ts';
import { until } from '../hostile/waiting.ts';
import { launchStandIn } from '../support/electronStandIn/launch.ts';
import type { OperationName } from '../../src/shared/contract/operations.ts';

const replySchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.looseObject({ code: z.string() }) }),
]);
export type HostReply = z.infer<typeof replySchema>;
export type Call = (name: OperationName, input: unknown) => Promise<HostReply>;

export type HostName = 'loopback host' | 'Electron host (stand-in)';
export type RunningHost = {
  /** A page of its own: a tab with its own bearer, or a window. */
  readonly page: () => Promise<Call>;
  /** What a page's stream has been sent so far; null: this host's pages have none that a test can read. */
  readonly listen: (() => Promise<{ readonly call: Call; readonly heard: () => string }>) | null;
  readonly kill: () => Promise<void>;
};
export type HostOptions = {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly imports?: readonly string[];
};

export const HOSTS: Readonly<Record<HostName, (options: HostOptions) => Promise<RunningHost>>> = {
  'loopback host': startLoopback,
  'Electron host (stand-in)': startElectron,
};

async function startLoopback(options: HostOptions): Promise<RunningHost> {
  const host = await startLoopbackProcess({ ...options, hasStdin: true });
  let given = 0;
  async function freshUrl(): Promise<string> {
    const own = given;
    given += 1;
    const urls = (): readonly string[] =>
      [...host.output().matchAll(/fresh one-time address: (?<url>\S+)/gu)].map(
        ({ groups }) => groups?.['url'] ?? '',
      );
    host.child.stdin?.write('\n');
    await until('a fresh address', () => urls().length > own);
    return urls()[own] ?? '';
  }
  const open = async () => openLoopbackCaller({ ...host, oneTimeUrl: await freshUrl() });
  const callOf =
    (caller: Awaited<ReturnType<typeof open>>): Call =>
    async (name, input) => {
      const answered = await caller.call(name, JSON.stringify(input));
      return replySchema.parse(answered?.body);
    };
  return {
    page: async () => callOf(await open()),
    async listen() {
      const caller = await open();
      const heard = await eventsOf(new URL(host.oneTimeUrl).origin, caller.token);
      return { call: callOf(caller), heard };
    },
    async kill() {
      if (host.child.exitCode !== null || host.child.signalCode !== null) return;
      const ended = new Promise((resolve) => host.child.once('exit', resolve));
      host.child.kill('SIGKILL');
      await ended;
    },
  };
}

function eventsOf(origin: string, token: string): Promise<() => string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const asked = http.request(`${origin}/api/events`, {
      method: 'POST',
      agent: false,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        'content-type': 'application/json',
        'content-length': 2,
        authorization: `Bearer ${token}`,
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
      });
      answer.on('error', () => undefined);
      resolve(() => text);
    });
    asked.end('{}');
  });
}

/** Ids that no window of the app has. */
const FIRST_WINDOW = 1000;

async function startElectron({ imports = [], ...options }: HostOptions): Promise<RunningHost> {
  const own = new URL('insideStandIn.ts', import.meta.url).href;
  const app = await launchStandIn({ ...options, imports: [...imports, own] });
  let windows = FIRST_WINDOW;
  return {
    async page() {
      windows += 1;
      const window = windows;
      return async (name, input) => {
        const asked = { channel: 'people:ask', input: { window, name, input } };
        const told = await app.callFrom({ ...asked, frameUrl: 'app://desk/', isTopFrame: true });
        return z.object({ value: replySchema }).parse(told).value;
      };
    },
    listen: null,
    async kill() {
      app.child.kill('SIGKILL');
      await app.close();
    },
  };
}
