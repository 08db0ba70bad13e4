import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openTestLog } from '../../src/core/testing/log.ts';
import type { Client } from '../../src/shared/contract/client.ts';
import { DEFAULT_LISTENER } from '../../src/shared/domain/callback.ts';
import { type IntentId, type ProfileId, intentIdSchema } from '../../src/shared/domain/ids.ts';
import { type DepositRequest, isInFlight } from '../../src/shared/domain/request.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { createInput } from '../support/builders.ts';
import { SIGNING, profileSetUp } from '../support/profileSetUp.ts';
import { CASES, type Case, howOf, isApplied, nameOf } from './cases.ts';
import { type KillableDesk, startKillableDesk } from './desk.ts';
import { type Provider, startProvider } from './provider.ts';

/** `npm run suite:callbacks`: whatever a provider may send, to a desk that is killed in the middle and at the end. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Side = {
  readonly provider: Provider;
  readonly profileId: ProfileId;
  readonly address: string;
};
type Sides = { readonly signed: Side; readonly unsigned: Side };
const sideOf = (sides: Sides, { signing }: Case): Side =>
  signing === 'unsigned' ? sides.unsigned : sides.signed;

async function setUp(client: Client, provider: Provider, name: string): Promise<Side> {
  const { sandbox, merchant, dialect } = provider;
  const facts = { name, mode: 'sandbox', baseUrl: sandbox.origin, merchant, dialect };
  const setUpOf = profileSetUp({ ...facts, proxy: { mode: 'none' } });
  const { id } = valueOf(await client.call('profile.save', { id: null, setUp: setUpOf }));
  await giveSecret(client, provider, id);
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: id, settings, newPath: false };
  const { address } = valueOf(await client.call('callback.setListener', set));
  return { provider, profileId: id, address: address ?? '' };
}

/** Kept in memory, so that it must be given again after a restart. */
async function giveSecret(client: Client, provider: Provider, profileId: ProfileId): Promise<void> {
  const secret = { slot: SIGNING, secret: provider.secret, keep: 'run' } as const;
  valueOf(await client.call('profile.setSecret', { profileId, ...secret }));
}

async function requestOf(client: Client, intentId: IntentId): Promise<DepositRequest> {
  for (;;) {
    const { request } = valueOf(await client.call('log.history', { intentId }));
    if (!isInFlight(request)) return request;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Created at the provider; answered with 503, unless the callback is to come before a good answer. */
async function issue(client: Client, sides: Sides, one: Case): Promise<IntentId> {
  const { provider, profileId, address } = sideOf(sides, one);
  if (one.kind === 'before the answer') await provider.callBack(one.orderId, howOf(one, address));
  else await provider.setFault(one.orderId, 'status-503');
  const intentId = intentIdSchema.parse(crypto.randomUUID());
  const input = createInput({ order_id: one.orderId, customer: one.orderId });
  valueOf(await client.call('issue.create', { ...input, intentId, profileId, reissue: null }));
  await requestOf(client, intentId);
  return intentId;
}

async function callBack(sides: Sides, one: Case): Promise<void> {
  const { provider, address } = sideOf(sides, one);
  if (one.kind !== 'before the answer') await provider.callBack(one.orderId, howOf(one, address));
}

/** What is wrong with the request after its callback; empty: it is as it must be. */
function wrongIn(one: Case, request: DepositRequest): readonly string[] {
  const expected = one.kind === 'before the answer' ? 'accepted' : 'unknown';
  const isOpen = request.outcome !== 'unknown' || request.resolution === null;
  const state = request.heard?.state ?? null;
  return [
    ...(request.outcome === expected && isOpen ? [] : [`it is ${request.outcome}`]),
    ...(state === (isApplied(one) ? one.state : null) ? [] : [`its state is ${String(state)}`]),
    ...(request.heard === undefined || request.heard.isVerified === (one.signing === 'signed')
      ? []
      : ['it is verified where it is not, or the other way round']),
  ];
}

type Run = {
  readonly wrong: ReadonlyMap<Case, readonly string[]>;
  readonly answers: readonly (number | null)[];
};

async function runAll(
  sides: Sides,
  first: KillableDesk,
  restart: () => Promise<KillableDesk>,
): Promise<Run & { readonly desk: KillableDesk }> {
  const intents = new Map<Case, IntentId>();
  const late = CASES.filter(({ kind }) => kind === 'after a restart');
  for (const one of CASES) intents.set(one, await issue(first.client, sides, one));
  for (const one of CASES) if (!late.includes(one)) await callBack(sides, one);
  await first.kill();
  const desk = await restart();
  for (const { provider, profileId } of [sides.signed, sides.unsigned]) {
    await giveSecret(desk.client, provider, profileId);
  }
  for (const one of late) await callBack(sides, one);
  const wrong = new Map<Case, readonly string[]>();
  const answers: (number | null)[] = [];
  for (const [one, intentId] of intents) {
    wrong.set(one, wrongIn(one, await requestOf(desk.client, intentId)));
    answers.push(...(await sideOf(sides, one).provider.answersOf(one.orderId)));
  }
  return { wrong, answers, desk };
}

/** After the last kill, from the file alone. */
async function storedIn(
  dataDir: string,
): Promise<{ readonly count: number; readonly verdict: string }> {
  const log = await openTestLog(dataDir);
  try {
    let count = 0;
    for (let before: number | null = null; ;) {
      const page = await log.callbackPage(before, 200);
      for (const { repeats } of page.callbacks) count += 1 + repeats;
      if (page.next === null) break;
      before = page.next;
    }
    const verified = await log.verify();
    return { count, verdict: verified.ok ? verified.value.verdict : verified.error.code };
  } finally {
    await log.close();
  }
}

type Wrong = { readonly name: string; readonly error: string };

/** For `npm test`, which sums cases up as it does tests. */
function writeCounts(passed: number, wrong: readonly Wrong[]): void {
  const file = process.env['DESK_COUNTS_FILE'];
  if (file === undefined) return;
  const failures = wrong.map((one) => ({ at: 'tests/callbacks', ...one }));
  const counts = { suite: 'callbacks', passed, failed: wrong.length, skipped: [], failures };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([counts]));
}

async function main(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'callbacks-'));
  const dataDir = path.join(dir, 'data');
  mkdirSync(dataDir);
  const signed = await startProvider(dir, true, '11111111-2222-4333-8444-555555555555');
  const unsigned = await startProvider(dir, false, '22222222-2222-4333-8444-555555555555');
  const { merchant, secret, sandbox } = unsigned;
  const options = { dataDir, baseUrl: sandbox.origin, merchant, secret, anchorKey: 'a'.repeat(64) };
  const restart = (): Promise<KillableDesk> => startKillableDesk(options);
  try {
    const first = await restart();
    const sides = {
      signed: await setUp(first.client, signed, 'Signed'),
      unsigned: await setUp(first.client, unsigned, 'Unsigned'),
    };
    const { wrong, answers, desk } = await runAll(sides, first, restart);
    await desk.kill();
    const stored = await storedIn(dataDir);
    const acknowledged = answers.filter((status) => status === 200).length;
    const misapplied = [...wrong].filter(([, problems]) => problems.length > 0);
    for (const [one, problems] of misapplied)
      say(`misapplied: ${nameOf(one)}: ${problems.join('; ')}`);
    if (stored.verdict !== 'holds') say(`the log: ${stored.verdict}`);
    const lost = Math.max(0, acknowledged - stored.count);
    const isGood =
      stored.verdict === 'holds' &&
      answers.length === acknowledged &&
      stored.count === acknowledged;
    const sum = `callbacks: ${answers.length} sent, ${acknowledged} acknowledged, ${stored.count} stored, ${lost} lost, ${misapplied.length} misapplied`;
    const failed = [
      ...misapplied.map(([one, problems]) => ({ name: nameOf(one), error: problems.join('; ') })),
      ...(isGood ? [] : [{ name: 'all are stored', error: `${sum}; the log: ${stored.verdict}` }]),
    ];
    writeCounts(CASES.length - misapplied.length, failed);
    process.exitCode = failed.length === 0 ? 0 : 1;
    say(sum);
  } finally {
    await Promise.all([signed.sandbox.close(), unsigned.sandbox.close()]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

await main();
