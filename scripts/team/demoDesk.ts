import { z } from 'zod';

import {
  type LoopbackProcess,
  startLoopbackProcess,
} from '../../tests/contract/support/launchLoopback.ts';
import {
  type LoopbackCaller,
  openLoopbackCaller,
} from '../../tests/hostile/operations/loopbackCaller.ts';
import { until } from '../../tests/hostile/waiting.ts';

export type Closer = () => void | Promise<void>;
/** Runs when the demonstration ends. Throws where it is ending already. */
export type AtEnd = (close: Closer) => void;

type DemoPlace = {
  readonly name: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly atEnd: AtEnd;
};

/** A desk of the demonstration in a browser host of its own, which can be stopped and started again. */
export type DemoDesk = {
  readonly name: string;
  readonly dataDir: string;
  /** The operation's value; throws what it failed with. */
  readonly ask: (operation: string, input: unknown) => Promise<unknown>;
  readonly freshAddress: () => Promise<string>;
  readonly stop: () => Promise<void>;
  readonly startAgain: (as: { readonly name: string; readonly pin: string }) => Promise<void>;
};

const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.unknown() }),
]);
const sessionSchema = z.object({
  choices: z.array(z.object({ personId: z.string(), name: z.string() })),
});
const FRESH = /fresh one-time address: (?<url>\S+)/gu;

type Running = { readonly host: LoopbackProcess; readonly caller: LoopbackCaller };

export async function openDemoDesk({ name, dataDir, env, atEnd }: DemoPlace): Promise<DemoDesk> {
  async function start(): Promise<Running> {
    const host = await startLoopbackProcess({ dataDir, env, hasStdin: true });
    atEnd(() => host.stop().then(() => undefined));
    return { host, caller: await openLoopbackCaller(host) };
  }
  let running = await start();

  async function ask(operation: string, input: unknown): Promise<unknown> {
    const answered = await running.caller.call(operation, JSON.stringify(input));
    const reply = replySchema.parse(answered?.body);
    if (!reply.ok) throw new Error(`${name}: ${operation}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  }
  return {
    name,
    dataDir,
    ask,
    async freshAddress() {
      const { host } = running;
      const urls = () =>
        [...host.output().matchAll(FRESH)].map(({ groups }) => groups?.['url'] ?? '');
      const known = urls().length;
      host.child.stdin?.write('\n');
      await until('a fresh address', () => urls().length > known);
      return urls().at(-1) ?? '';
    },
    stop: () => running.host.stop().then(() => undefined),
    async startAgain(person) {
      running = await start();
      const { choices } = sessionSchema.parse(await ask('people.session', {}));
      const personId = choices.find((one) => one.name === person.name)?.personId;
      await ask('people.signIn', { personId, pin: person.pin });
    },
  };
}
