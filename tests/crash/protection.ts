import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

import { keyFileOf } from '../../src/core/protection/keyFile.ts';
import { ringOf, useKeyRing } from '../../src/core/protection/keyRing.ts';
import { unlock } from '../../src/core/protection/protection.ts';
import { fileKeychain } from '../../src/core/protection/testing/fileKeychain.ts';
import { fillDir, findCanaries } from '../../src/core/protection/testing/protectedDir.ts';
import { protectionSchema } from '../../src/shared/domain/protection.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';
import type { Problem } from './account.ts';
import { checkBackups } from './backups.ts';
import type { PointRun } from './points.ts';

const DIE_AT_STEP = pathToFileURL(path.join(import.meta.dirname, 'dieAtStep.ts')).href;
/** Older than the shortest retention time. */
const LONG_AGO = '2026-01-10T10:00:00.000Z';
const ERASING_KILLS = { few: 1, all: 6 };
const LONGEST_ERASING_MS = 900;
/** A switch that is not killed any more has done all of its steps; no switch has more than this. */
const MOST_STEPS = 400;
/** A part of the suite: so many steps further each time. */
const FEW_APART = { main: 5, writer: 37 };
/** The whole: every step that keeps keys, and of those that change files every fifth, each way other ones. */
const ALL_APART = { main: 1, writer: 5 };
const WAYS = ['on', 'new key', 'off'] as const;

type Way = (typeof WAYS)[number];
type Desk = { readonly dir: string; readonly options: Omit<WholeDeskOptions, 'dataDir'> };
type Heard = { readonly recorded: readonly string[]; readonly found: Found | null };
type Run = Heard & { readonly isKilled: boolean };

const foundSchema = z.object({
  verdict: z.string(),
  detail: z.string().nullable(),
  orders: z.array(z.string()),
  protection: protectionSchema,
  erased: z.int(),
});
type Found = z.infer<typeof foundSchema>;
const lineSchema = z.object({ recorded: z.string().optional(), found: foundSchema.optional() });

/** Kills while a running desk is protected, gets a new key with old backups, is made plain, and erases while it is protected. */
export async function runProtection(
  dir: string,
  options: Desk['options'],
  victim: string,
  isWhole: boolean,
): Promise<PointRun> {
  const runs = await Promise.all(
    WAYS.map((way) =>
      runWay(way, { dir: path.join(dir, way.replace(' ', '-')), options }, victim, isWhole),
    ),
  );
  const erasing = await runErasing({ dir: path.join(dir, 'erase'), options }, victim, isWhole);
  const all = [...runs, erasing];
  const kills = all.reduce((sum, run) => sum + run.kills, 0);
  console.log(`crash: protecting, new key, switching off, erasing: ${kills} kills`);
  return { kills, problems: all.flatMap((run) => run.problems) };
}

async function runWay(way: Way, desk: Desk, victim: string, isWhole: boolean): Promise<PointRun> {
  const template = path.join(desk.dir, 'template');
  await prepare(template, desk, victim, way !== 'on');
  const problems: Problem[] = [];
  let kills = 0;
  for (const dieIn of ['main', 'writer'] as const) {
    const apart = (isWhole ? ALL_APART : FEW_APART)[dieIn];
    const first = 1 + (WAYS.indexOf(way) % apart);
    for (let dieAt = first; dieAt < MOST_STEPS; dieAt += apart) {
      const own = path.join(desk.dir, `${dieIn}-${dieAt}`);
      cpSync(template, own, { recursive: true });
      const task = { what: way === 'off' ? 'off' : 'switch', at: own, dieIn, dieAt } as const;
      const run = await runVictim(desk, victim, task);
      const found = await check(`${way}, ${dieIn} step ${dieAt}`, own, run, desk, victim);
      problems.push(...found);
      if (found.length === 0) rmSync(own, { recursive: true });
      if (!run.isKilled) break;
      kills += 1;
    }
  }
  if (kills === 0) problems.push({ kind: 'lost', text: `${way}: nothing was killed` });
  return { kills, problems };
}

/** A data directory with every kind of file and, where it is to be protected already, with backups of before. */
async function prepare(at: string, desk: Desk, victim: string, isOn: boolean): Promise<void> {
  await fillDir(path.join(at, 'data'), LONG_AGO);
  if (isOn) await runVictim(desk, victim, { what: 'switch', at });
}

type VictimTask = {
  readonly what: 'switch' | 'off' | 'erase' | 'look';
  readonly at: string;
  readonly dieIn?: string;
  readonly dieAt?: number;
  /** The runner kills it so long after it has begun. */
  readonly killAfterMs?: number;
};

async function runVictim(desk: Desk, victim: string, task: VictimTask): Promise<Run> {
  const { what, at, dieIn = '', dieAt = 0, killAfterMs } = task;
  const keychainFile = path.join(at, 'keychain.json');
  const own = { ...desk.options, dataDir: path.join(at, 'data'), keychainFile };
  const args = ['--import', DIE_AT_STEP, victim, JSON.stringify({ desk: own, what })];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      DIE_IN: dieIn,
      DIE_AT: String(dieAt),
      NODE_COMPILE_CACHE: path.join(path.dirname(desk.dir), 'compile-cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  if (killAfterMs !== undefined) {
    while (!said.includes('erasing') && child.exitCode === null) await wait(20);
    await wait(killAfterMs);
    child.kill('SIGKILL');
  }
  await once(child, 'close');
  const isKilled = child.signalCode === 'SIGKILL';
  if (!isKilled && child.exitCode !== 0) throw new Error(`${what} failed: ${complaint}`);
  return { ...heardIn(said), isKilled };
}

/** The last line may be cut by the kill. */
function heardIn(said: string): Heard {
  const lines = said
    .split('\n')
    .slice(0, -1)
    .map((line) => lineSchema.parse(JSON.parse(line)));
  return {
    recorded: lines.flatMap(({ recorded }) => recorded ?? []),
    found: lines.findLast(({ found }) => found !== undefined)?.found ?? null,
  };
}

/** The desk starts again and goes on with the switch: everything recorded is there, and a protected directory shows nothing. */
async function check(
  when: string,
  at: string,
  { recorded }: Run,
  desk: Desk,
  victim: string,
): Promise<readonly Problem[]> {
  const lost = (text: string): Problem => ({ kind: 'lost', text: `${when}: ${text}` });
  const { found } = await runVictim(desk, victim, { what: 'look', at });
  if (found === null) return [lost('the desk did not start')];
  const { verdict, detail, orders, protection } = found;
  const missing = [...recorded, ...EXPECTED].filter((order) => !orders.includes(order));
  const dataDir = path.join(at, 'data');
  const keychain = fileKeychain(path.join(at, 'keychain.json'));
  const unlocked = await unlock({ dataDir, keychain });
  // Backups are brought back beside the data directory.
  useKeyRing(at, ringOf(keyFileOf(dataDir)));
  const backups = checkBackups(dataDir);
  for (const folder of [at, dataDir]) useKeyRing(folder, null);
  const readable = protection.state === 'on' ? findCanaries(dataDir) : [];
  return [
    ...(verdict === 'holds' ? [] : [lost(`${verdict}, ${detail}`)]),
    ...(protection.isUnfinished ? [lost('the switch was not finished')] : []),
    ...(unlocked.ok ? [] : [lost(`the key: ${unlocked.error}`)]),
    ...missing.map((order) => lost(`order ${order}`)),
    ...readable.map((place) => lost(`readable: ${place}`)),
    ...backups.map(({ text }) => lost(text)),
  ];
}

/** Of the orders that `fillDir` has recorded. */
const EXPECTED = ['CANARY-ORDER-7351', 'other-0', 'other-39', 'later'];

/** Requisites are erased in idle time: kills at random moments of it. */
async function runErasing(desk: Desk, victim: string, isWhole: boolean): Promise<PointRun> {
  const at = path.join(desk.dir, 'own');
  await prepare(at, desk, victim, true);
  const problems: Problem[] = [];
  const kills = isWhole ? ERASING_KILLS.all : ERASING_KILLS.few;
  for (let kill = 0; kill < kills; kill += 1) {
    const killAfterMs = ((kill * 7 + 3) % 10) * (LONGEST_ERASING_MS / 10);
    const run = await runVictim(desk, victim, { what: 'erase', at, killAfterMs });
    problems.push(...(await check(`erasing, kill ${kill}`, at, run, desk, victim)));
  }
  // Erasing goes on by itself in every run: the last one has the time for the rest.
  await runVictim(desk, victim, { what: 'erase', at, killAfterMs: 4 * LONGEST_ERASING_MS });
  const { found } = await runVictim(desk, victim, { what: 'look', at });
  if ((found?.erased ?? 0) === 0) problems.push({ kind: 'lost', text: 'nothing was erased' });
  return { kills: kills + 1, problems };
}
