import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { openLoopbackCaller } from '../hostile/operations/loopbackCaller.ts';
import { type Team, until } from './setUp.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The build is part of it where something is newer than `out`. */
const READY_MS = 300_000;

const replySchema = z.object({ ok: z.boolean(), value: z.unknown().optional() });
const sessionSchema = z.object({
  choices: z.array(z.object({ personId: z.string(), name: z.string() })),
});

/** `npm run team -- demo`: three desks that know each other, and nothing left of them afterwards. */
export async function demoCases({ check }: Team): Promise<void> {
  const demo = spawn(process.execPath, ['scripts/team.ts', 'demo'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  demo.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = once(demo, 'exit');
  const giveUpAt = Date.now() + READY_MS;
  while (!output.includes('Ctrl+C:') && demo.exitCode === null && Date.now() < giveUpAt) {
    await sleep(100);
  }
  const folder = /Everything is in (?<folder>\S+),/u.exec(output)?.groups?.['folder'] ?? '';
  try {
    const addresses = [...output.matchAll(/address: (?<url>http\S+)/gu)].map(
      ({ groups }) => groups?.['url'] ?? '',
    );
    const people = [...output.matchAll(/ {2}(?<name>\w+), supervisor, PIN (?<pin>\d+)/gu)];
    check('misclassified', 'demo: three desks', [addresses.length, people.length], [3, 3]);
    for (const at of [0, 1]) {
      const { name = '', pin = '' } = people[at]?.groups ?? {};
      const seen = () => ordersSeen(addresses[at] ?? '', name, pin);
      check('lost', `demo: desk ${at} sees the requests of all`, await seen(), 9);
    }
  } finally {
    demo.kill('SIGINT');
  }
  await exited;
  check('misclassified', 'demo: Ctrl+C ends it', demo.exitCode, 0);
  check('misclassified', 'demo: its folder is gone', folder !== '' && !existsSync(folder), true);
  check('misclassified', 'demo: none of its processes is left', processesOf(folder), []);
}

/** How many requests the team's log shows at one desk, once all have arrived. */
async function ordersSeen(oneTimeUrl: string, name: string, pin: string): Promise<number> {
  const caller = await openLoopbackCaller({ oneTimeUrl });
  const ask = async (operation: string, input: unknown): Promise<unknown> => {
    const answered = await caller.call(operation, JSON.stringify(input));
    const reply = replySchema.parse(answered?.body);
    return reply.value ?? null;
  };
  const { choices } = sessionSchema.parse(await ask('people.session', {}));
  const personId = choices.find((one) => one.name === name)?.personId;
  await ask('people.signIn', { personId, pin });
  const everything = {
    text: '',
    desk: null,
    outcome: null,
    before: null,
    most: 50,
  };
  let seen = 0;
  await until(async () => {
    const found = await ask('team.find', everything);
    seen = Array.isArray(found) ? found.length : 0;
    return seen === 9;
  });
  return seen;
}

/** Whose command names the folder. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(folder) ? [command] : [];
      } catch {
        return [];
      }
    });
}
