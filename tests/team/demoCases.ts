import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { NEWEST_FIRST, NO_FILTER } from '../../src/shared/domain/logSearch.ts';
import { openLoopbackCaller } from '../hostile/operations/loopbackCaller.ts';
import { type Team, until } from './setUp.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The build is part of it where something is newer than `out`. */
const READY_MS = 300_000;
const ENDED_MS = 5000;
const CTRL_C = '\u0003';

const replySchema = z.object({ ok: z.boolean(), value: z.unknown().optional() });
const listedSchema = z.array(z.looseObject({ orderId: z.string() }));
const foundSchema = z.looseObject({ rows: listedSchema });
const sessionSchema = z.object({
  choices: z.array(z.object({ personId: z.string(), name: z.string() })),
});

const BOTH = 'CUSTOMER-77';
/** Of each desk, and what the two stories sent at the three. The number that was refused is listed twice: it was sent before. */
const ORDERS: readonly string[] = [
  ...['FR2', 'BK3', 'NT4'].flatMap((code) => [1, 2, 3].map((at) => `DEMO-${code}-${at}`)),
  ...[1, 2, 3, 3, 4, 5, 6, 7].map((at) => `D-BK3-000${at}`),
  BOTH,
  BOTH,
].toSorted();

/**
 * `npm run team -- demo`: three desks that know each other; an older copy of a folder sends no order again while the server is down; an
 * order that two desks sent needs attention at both; and nothing is left of them afterwards.
 */
export async function demoCases({ check }: Team): Promise<void> {
  await interrupted(check, 'Ctrl+C:', (output) => checkStories(check, output));
  // While PostgreSQL is made, and while the first desk is started.
  for (const line of ['Everything is in', 'front (FR2)']) {
    await interrupted(check, line, async () => undefined);
  }
}

async function checkStories(check: Team['check'], output: string): Promise<void> {
  const addresses = [...output.matchAll(/address: (?<url>http\S+)/gu)].map(
    ({ groups }) => groups?.['url'] ?? '',
  );
  const people = [...output.matchAll(/ {2}(?<name>\w+), supervisor, PIN (?<pin>\d+)/gu)];
  check('misclassified', 'demo: three desks', [addresses.length, people.length], [3, 3]);
  const says = (line: RegExp): boolean => line.test(output);
  const eachOnce = /D-BK3-0006, D-BK3-0007\.[^\n]*\s+The provider got each of these orders once/u;
  check('doubled', 'demo: an older folder goes on after its numbers', says(eachOnce), true);
  const refused = /D-BK3-0003 again: not sent, its number is of before the start/u;
  check('doubled', 'demo: and sends none of them again', says(refused), true);
  for (const [at, both] of [[BOTH], [], [BOTH]].entries()) {
    const { name = '', pin = '' } = people[at]?.groups ?? {};
    const ask = await askAs(addresses[at] ?? '', name, pin);
    const seen = await ordersSeen(ask);
    check('lost', `demo: desk ${at} sees the requests of all`, seen, ORDERS);
    check('lost', `demo: what needs attention at desk ${at}`, await sentElsewhere(ask), both);
    const listed = listedSchema.parse(await ask('team.conflicts', {}));
    const orders = listed.map(({ orderId }) => orderId);
    check('lost', `demo: what is listed at desk ${at}`, orders, [BOTH]);
  }
}

/** At a terminal, where Ctrl+C reaches every process of the demonstration and not only the first one. */
async function interrupted(
  check: Team['check'],
  line: string,
  before: (output: string) => Promise<void>,
): Promise<void> {
  // Some shells wait for their command and then end with Ctrl+C's own code; exec leaves no shell.
  const command = `exec "${process.execPath}" scripts/team.ts demo`;
  const temporary = mkdtempSync(path.join(tmpdir(), 'demo-case-'));
  chmodSync(temporary, 0o711);
  const demo = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  demo.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = once(demo, 'exit');
  const giveUpAt = Date.now() + READY_MS;
  while (!output.includes(line) && demo.exitCode === null && Date.now() < giveUpAt) {
    await sleep(100);
  }
  const folder = /Everything is in (?<folder>\S+),/u.exec(output)?.groups?.['folder'] ?? '';
  try {
    await before(output);
  } finally {
    demo.stdin.write(CTRL_C);
  }
  const isEnded = await Promise.race([exited.then(() => true), sleep(ENDED_MS).then(() => false)]);
  const what = `demo, Ctrl+C at “${line}”`;
  check('misclassified', `${what}: ended within 5 s`, [isEnded, demo.exitCode], [true, 0]);
  if (!isEnded) demo.kill('SIGKILL');
  await exited;
  check('misclassified', `${what}: its folder was there`, folder.startsWith(temporary), true);
  check('misclassified', `${what}: no file is left`, readdirSync(temporary), []);
  check('misclassified', `${what}: no process is left`, processesOf(temporary), []);
  rmSync(temporary, { recursive: true, force: true });
}

type Ask = (operation: string, input: unknown) => Promise<unknown>;

async function askAs(oneTimeUrl: string, name: string, pin: string): Promise<Ask> {
  const caller = await openLoopbackCaller({ oneTimeUrl });
  const ask: Ask = async (operation, input) => {
    const answered = await caller.call(operation, JSON.stringify(input));
    const reply = replySchema.parse(answered?.body);
    return reply.value ?? null;
  };
  const { choices } = sessionSchema.parse(await ask('people.session', {}));
  const personId = choices.find((one) => one.name === name)?.personId;
  await ask('people.signIn', { personId, pin });
  return ask;
}

/** Orders that this desk says another desk sent, too. */
async function sentElsewhere(ask: Ask): Promise<readonly string[]> {
  const query = {
    text: '',
    filter: { ...NO_FILTER, attention: ['sent_elsewhere'] },
    range: { kind: 'all' },
    sort: NEWEST_FIRST,
    dayProfileId: 'sandbox',
  };
  const found = await ask('log.search', { searchId: randomUUID(), query, pageSize: 10 });
  return foundSchema.parse(found).rows.map(({ orderId }) => orderId);
}

/** What the team's log shows at one desk, once all have arrived. */
async function ordersSeen(ask: Ask): Promise<readonly string[]> {
  const everything = {
    text: '',
    desk: null,
    outcome: null,
    before: null,
    most: 50,
  };
  let seen: readonly string[] = [];
  await until(async () => {
    const found = await ask('team.find', everything);
    seen = listedSchema
      .parse(found)
      .map(({ orderId }) => orderId)
      .toSorted();
    return seen.length === ORDERS.length;
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
