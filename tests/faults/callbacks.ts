import { DEFAULT_LISTENER } from '../../src/shared/domain/callback.ts';
import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { ProfileId } from '../../src/shared/domain/ids.ts';
import { knownToProvider } from '../../src/shared/domain/saidLater.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { type Attempt, type Bench, addProfile, inTurns, issue, judged } from './bench.ts';
import { type Cell, withProblems } from './cell.ts';
import { wordsOf } from './told.ts';

type Way = {
  readonly by: string;
  readonly how: Readonly<Record<string, string | number | boolean>>;
};

const WAYS: readonly Way[] = [
  { by: 'a callback as JSON', how: { encoding: 'json' } },
  { by: 'a callback as a form', how: { encoding: 'form' } },
  { by: 'a callback by query', how: { encoding: 'query' } },
  { by: 'a callback that came 20 times', how: { times: 20 } },
  { by: 'a callback with another amount', how: { cents: 1 } },
  { by: 'a callback before the answer', how: { before_answer: true } },
];

type Listening = { readonly profileId: ProfileId; readonly address: string };

/** A merchant whose callbacks this desk takes in. */
export async function listeningProfile(bench: Bench, name: string): Promise<Listening> {
  const profileId = await addProfile(bench, name);
  const set = await bench.desk.client.call('callback.setListener', {
    profileId,
    settings: { ...DEFAULT_LISTENER, enabled: true },
    newPath: false,
  });
  const { state, address } = valueOf(set);
  if (state !== 'listening' || address === null) throw new Error(`The listener is ${state}`);
  return { profileId, address };
}

/** Created, answered with 503, and then called back about: the provider knows what the desk does not. */
export async function callBackAfter(
  bench: Bench,
  flow: Flow,
  profileId: ProfileId,
  how: Way['how'],
): Promise<{ readonly attempt: Attempt; readonly answers: readonly (number | null)[] }> {
  const { provider, desk } = bench;
  const orderId = bench.nextOrder();
  await provider.setFault(orderId, 'status-503', { creates: true });
  const isEarly = how['before_answer'] === true;
  const early = isEarly ? await provider.callBack(orderId, how) : [];
  const attempt = await issue(bench, flow, profileId, orderId);
  await desk.settled(attempt.intentId);
  const answers = isEarly ? early : await provider.callBack(orderId, how);
  return { attempt, answers };
}

const ITEM = 'callback that matches an `unknown`';
const AT_ONCE = 4;

export async function runCallbacks(bench: Bench): Promise<readonly Cell[]> {
  const listening = await listeningProfile(bench, 'Called back');
  const tasks = WAYS.flatMap((way) => bench.flowsOf(ITEM).map((flow) => ({ way, flow })));
  return await inTurns(tasks, AT_ONCE, ({ way, flow }) => runCallback(bench, listening, way, flow));
}

/** Stays unknown, says that the provider knows it, and one click confirms it under the id of the provider's own ledger. */
async function runCallback(
  bench: Bench,
  { profileId, address }: Listening,
  { by, how }: Way,
  flow: Flow,
): Promise<Cell> {
  const { client } = bench.desk;
  const { attempt, answers } = await callBackAfter(bench, flow, profileId, {
    ...how,
    url: address,
  });
  const { intentId, orderId } = attempt;
  const request = await bench.desk.when(intentId, ({ heard }) => heard !== undefined);
  const expected = {
    outcome: 'unknown',
    reason: 'unexpected_status',
    posts: 1,
    entries: 1,
  } as const;
  const name = { item: ITEM, by, flow };
  const cell = await judged(bench, name, expected, attempt);
  const id = await bench.provider.idOf(orderId);
  const known = knownToProvider(request);
  const confirmed = await client.call('request.confirmKnown', { intentId, remoteId: id ?? '' });
  const after = confirmed.ok ? confirmed.value : null;
  const isConfirmed =
    after?.outcome === 'unknown' &&
    after.resolution?.kind === 'found' &&
    after.resolution.remoteId === id;
  const refused = answers.filter((status) => status !== 200);
  return withProblems(cell, [
    ...(refused.length === 0 ? [] : [`acknowledged with ${refused.join(', ')}`]),
    ...(known?.remoteId === id && known?.state === 'paid'
      ? []
      : [`it suggests ${JSON.stringify(known)}`]),
    ...(wordsOf(request).includes('The provider has this request')
      ? []
      : ['the operator is not told that the provider knows it']),
    ...(isConfirmed ? [] : ['one click does not confirm it']),
  ]);
}
