import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Client } from '../../src/shared/contract/client.ts';
import { DEFAULT_CALLBACK, type Dialect } from '../../src/shared/dialect/schema.ts';
import { DEFAULT_LISTENER, EVERY_CALLBACK } from '../../src/shared/domain/callback.ts';
import { type IntentId, type ProfileId, intentIdSchema } from '../../src/shared/domain/ids.ts';
import type { ProfileSetUp } from '../../src/shared/domain/profile.ts';
import { type DepositRequest, isInFlight } from '../../src/shared/domain/request.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { createInput } from '../support/builders.ts';
import { SIGNING, profileSetUp } from '../support/profileSetUp.ts';
import { CASES, SETTLED_WITH, type Case, howOf, nameOf } from './cases.ts';
import { storedIn } from './check.ts';
import { type KillableDesk, startKillableDesk } from './desk.ts';
import { type Provider, startProvider } from './provider.ts';

/** `npm run suite:callbacks`: whatever a provider may send, to a desk that is killed in the middle and at the end. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Side = {
  readonly name: string;
  readonly provider: Provider;
  readonly profileId: ProfileId;
  readonly address: string;
};
type Sides = { readonly signed: Side; readonly unsigned: Side };
const sideOf = (sides: Sides, { signing }: Case): Side =>
  signing === 'unsigned' ? sides.unsigned : sides.signed;

async function setUp(client: Client, provider: Provider, name: string): Promise<Side> {
  const setUpOf = profileOf(provider, name, provider.dialect);
  const { id } = valueOf(await client.call('profile.save', { id: null, setUp: setUpOf }));
  await giveSecret(client, provider, id);
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: id, settings, newPath: false };
  const { address } = valueOf(await client.call('callback.setListener', set));
  return { name, provider, profileId: id, address: address ?? '' };
}

function profileOf({ sandbox, merchant }: Provider, name: string, dialect: Dialect): ProfileSetUp {
  const facts = { name, mode: 'sandbox', baseUrl: sandbox.origin, merchant, dialect };
  return profileSetUp({ ...facts, proxy: { mode: 'none' } });
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

/** Both providers at once, each case after case: what comes fifty times fills a listener's connections by itself. */
async function callBackAll(sides: Sides, cases: readonly Case[]): Promise<void> {
  const inOrder = async (side: Side): Promise<void> => {
    for (const one of cases) if (sideOf(sides, one) === side) await callBack(sides, one);
  };
  await Promise.all([inOrder(sides.signed), inOrder(sides.unsigned)]);
}

async function setFormat(
  client: Client,
  side: Side,
  keys: Dialect['callback']['keys'],
): Promise<void> {
  const { dialect } = side.provider;
  const callback = { ...dialect.callback, keys };
  const setUpOf = profileOf(side.provider, side.name, { ...dialect, callback });
  valueOf(await client.call('profile.save', { id: side.profileId, setUp: setUpOf }));
}

/** By a format that finds nothing in it; then by the right one. What was paid is another amount, and it is settled. */
async function readAgain(client: Client, sides: Sides, intents: Intents): Promise<void> {
  const { keys } = DEFAULT_CALLBACK;
  const own = CASES.filter(({ kind }) => kind === 'read again');
  const both = [sides.signed, sides.unsigned];
  for (const side of both) await setFormat(client, side, { ...keys, id: 'no', orderId: 'no' });
  for (const one of own) await callBack(sides, one);
  for (const side of both) await setFormat(client, side, keys);
  const whole = { before: null, pageSize: 200, filter: EVERY_CALLBACK };
  const { callbacks } = valueOf(await client.call('callback.page', whole));
  for (const one of own) {
    const seq = callbacks.find(({ reading }) => reading.state === one.state)?.seq ?? 0;
    const { replayed } = valueOf(await client.call('callback.replay', { seq, decided: false }));
    const intentId = intents.get(one);
    if (replayed === null || intentId === undefined) continue;
    const settling = { intentId, paidSeq: replayed.seq, note: SETTLED_WITH };
    valueOf(await client.call('request.settleMismatch', settling));
  }
}

type Intents = ReadonlyMap<Case, IntentId>;
type Run = { readonly intents: Intents; readonly answers: readonly (number | null)[] };

/** Killed twice, each time as soon as the last callback is acknowledged. */
async function runAll(
  sides: Sides,
  first: KillableDesk,
  restart: () => Promise<KillableDesk>,
): Promise<Run> {
  const intents = new Map<Case, IntentId>();
  for (const one of CASES) intents.set(one, await issue(first.client, sides, one));
  const isLate = ({ kind }: Case): boolean => kind === 'after a restart' || kind === 'read again';
  await callBackAll(
    sides,
    CASES.filter((one) => !isLate(one)),
  );
  await first.kill();
  const desk = await restart();
  for (const { provider, profileId } of [sides.signed, sides.unsigned]) {
    await giveSecret(desk.client, provider, profileId);
  }
  await callBackAll(
    sides,
    CASES.filter(({ kind }) => kind === 'after a restart'),
  );
  await readAgain(desk.client, sides, intents);
  await desk.kill();
  const answers = await Promise.all(
    CASES.map((one) => sideOf(sides, one).provider.answersOf(one.orderId)),
  );
  return { intents, answers: answers.flat() };
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
    const { intents, answers } = await runAll(sides, first, restart);
    const stored = await storedIn(dataDir, intents);
    const acknowledged = answers.filter((status) => status === 200).length;
    const misapplied = [...stored.wrong].filter(([, problems]) => problems.length > 0);
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
