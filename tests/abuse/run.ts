import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../../bench/figures.ts';
import { readLedgerFile } from '../support/ledger.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { type Attacker, startAttacker } from './attacker.ts';
import { ATTACKS } from './attacks.ts';
import { type AbusedDesk, type Memory, startAbusedDesk } from './desk.ts';
import { callBackUntilTaken, startHonest } from './honest.ts';
import { startLoad } from './load.ts';
import { storedIn } from './stored.ts';

/**
 * `npm run suite:abuse`: everything that can be done to the callback listener from outside, at once, while requests are issued.
 * The p95 is told and not judged: on a busy machine it says nothing. `npm run bench -- listener` measures it properly.
 */

const CALM_MS = 3000;
const ATTACK_MS = 10_000;
const SAMPLE_MS = 250;
/** What the desk may hold more of at its worst than before. */
const MORE_MB = 128;
/** The listener's own patience with a request is 10 s; nothing may take longer to be let go of, whatever the machine does. */
const RECOVERED_MS = 15_000;

type Abuse = {
  readonly before: readonly number[];
  readonly during: readonly number[];
  readonly memory: readonly Memory[];
  readonly flooded: number;
  readonly acknowledged: readonly string[];
  /** Of the one provider who meant it. */
  readonly honestMs: readonly number[];
  readonly recoveredMs: number;
};

async function loadFor(desk: AbusedDesk, name: string, forMs: number): Promise<readonly number[]> {
  const load = startLoad(desk, name);
  await sleep(forMs);
  return load.stop();
}

async function sampled<T>(desk: AbusedDesk, running: Promise<T>, into: Memory[]): Promise<T> {
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      into.push(await desk.memory());
      await sleep(SAMPLE_MS);
    }
  })();
  try {
    return await running;
  } finally {
    ended.abort();
    await sampling;
  }
}

async function abuse(desk: AbusedDesk, attacker: Attacker): Promise<Abuse> {
  const { address } = desk;
  await loadFor(desk, 'warm', CALM_MS / 3);
  const before = await loadFor(desk, 'before', CALM_MS);
  const memory: Memory[] = [await desk.memory()];
  const honest = startHonest(address, 'before-0');
  const load = startLoad(desk, 'during');
  const aim = { address, forMs: ATTACK_MS, name: 'flood' };
  const attacked = sampled(desk, attacker.run(ATTACKS, aim), memory);
  await sleep(ATTACK_MS);
  const during = await load.stop();
  const taken = await honest.stop();
  const recoveredMs = await callBackUntilTaken(address, 'before-1', 'recovered');
  const endedMs = performance.now();
  const damages = await attacked;
  const letGoMs = performance.now() - endedMs;
  memory.push(await desk.memory());
  return {
    before,
    during,
    memory,
    flooded: damages.find(({ attack }) => attack === 'flood')?.sent ?? 0,
    acknowledged: [
      ...damages.flatMap(({ acknowledged }) => acknowledged),
      ...taken.keys(),
      'recovered',
    ],
    honestMs: [...taken.values()],
    recoveredMs: Math.max(recoveredMs, letGoMs),
  };
}

type Check = { readonly name: string; readonly problem: string | null };
const check = (name: string, isWell: boolean, problem: string): Check => ({
  name,
  problem: isWell ? null : problem,
});

/** Issued during it and before: each accepted (the load throws otherwise), and each once in the provider's own ledger. */
function issuedOnce(provider: Provider, issued: number): Check {
  const orders = readLedgerFile(provider.ledgerFile).deposits.map(({ order_id: order }) => order);
  const counted = orders.filter((order) => /^(?:before|during)-/u.test(order));
  const isOnce = counted.length === issued && new Set(counted).size === issued;
  const problem = `${issued} were issued, the provider has ${counted.length}`;
  return check('every request is issued exactly once', isOnce, problem);
}

function writeCounts(checks: readonly Check[]): void {
  const file = process.env['DESK_COUNTS_FILE'];
  if (file === undefined) return;
  const failures = checks.flatMap(({ name, problem }) =>
    problem === null ? [] : [{ at: 'tests/abuse', name, error: problem }],
  );
  const passed = checks.length - failures.length;
  const counts = { suite: 'abuse', passed, failed: failures.length, skipped: [], failures };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([counts]));
}

async function judge(dataDir: string, provider: Provider, found: Abuse): Promise<boolean> {
  const { before, during, memory, acknowledged, flooded, honestMs, recoveredMs } = found;
  const stored = await storedIn(dataDir);
  const lost = acknowledged.filter((state) => !stored.states.has(state));
  const firstMb = memory[0]?.mb ?? 0;
  const moreMb = Math.max(...memory.map(({ mb }) => mb)) - firstMb;
  const left = memory.at(-1)?.sockets ?? 0;
  const slowestMs = Math.max(...honestMs);
  const checks = [
    issuedOnce(provider, before.length + during.length),
    check('nothing acknowledged is lost', lost.length === 0, `lost: ${lost.join(', ')}`),
    check('the chain of the log holds', stored.verdict === 'holds', stored.verdict),
    check(`at most ${MORE_MB} MB more`, moreMb <= MORE_MB, `${moreMb.toFixed(0)} MB more`),
    check('no connection stays', left === 0, `${left} are still open`),
    check('an honest callback gets through', honestMs.length > 0, 'none did'),
    check('recovers by itself', recoveredMs <= RECOVERED_MS, `after ${recoveredMs.toFixed(0)} ms`),
  ];
  for (const { name, problem } of checks) {
    process.stdout.write(`${problem === null ? 'holds' : 'FAILS'}: ${name}${problem ?? ''}\n`);
  }
  writeCounts(checks);
  const [was, is] = [quantile(before, 0.95), quantile(during, 0.95)];
  process.stdout.write(
    `abuse: ${flooded} callbacks in ${ATTACK_MS / 1000} s beside slow, huge, broken and idle ones; ` +
      `${acknowledged.length} acknowledged, ${lost.length} lost; ${during.length} requests issued, ` +
      `p95 ${was.toFixed(0)} ms before, ${is.toFixed(0)} ms during (${(is / was).toFixed(2)}×); ` +
      `memory +${moreMb.toFixed(0)} MB; ${honestMs.length} honest callbacks in at most ${slowestMs.toFixed(0)} ms; ` +
      `recovered after ${recoveredMs.toFixed(0)} ms\n`,
  );
  return checks.every(({ problem }) => problem === null);
}

async function main(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'abuse-'));
  const dataDir = path.join(dir, 'data');
  mkdirSync(dataDir);
  const provider = await startProvider(dir);
  const attacker = startAttacker();
  try {
    const desk = await startAbusedDesk(dataDir, provider);
    const found = await abuse(desk, attacker);
    await desk.kill();
    process.exitCode = (await judge(dataDir, provider, found)) ? 0 : 1;
  } finally {
    await Promise.all([provider.close(), attacker.close()]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

await main();
