import type { Flow } from '../../src/shared/domain/deposit.ts';
import type { Failure } from '../../src/shared/domain/failure.ts';
import { type IntentId, type ProfileId, intentIdSchema } from '../../src/shared/domain/ids.ts';
import type { ProfileSetUp } from '../../src/shared/domain/profile.ts';
import { minorUnitsSchema } from '../../src/shared/domain/money.ts';
import { valueOf } from '../contract/support/outcomes.ts';
import { buildInput, createInput } from '../support/builders.ts';
import { SIGNING, profileSetUp } from '../support/profileSetUp.ts';
import { type Cell, type Expected, type Observed, judge } from './cell.ts';
import type { HostsOf } from './share.ts';
import type { Desk } from './support/desks.ts';
import { type FaultyProvider, MERCHANT } from './support/sandbox.ts';

export const FLOWS: readonly Flow[] = ['create', 'build'];

/** One desk at one provider, and order ids that nobody else uses. */
export type Bench = {
  readonly desk: Desk;
  readonly provider: FaultyProvider;
  readonly nextOrder: () => string;
  /** The flows in which this desk's host runs the item. */
  readonly flowsOf: (item: string) => readonly Flow[];
};

let benches = 0;

export function createBench(desk: Desk, provider: FaultyProvider, hostsOf: HostsOf): Bench {
  benches += 1;
  const prefix = `F${benches}`;
  let orders = 0;
  return {
    desk,
    provider,
    nextOrder() {
      orders += 1;
      return `${prefix}-${orders}`;
    },
    flowsOf: (item) => FLOWS.filter((flow) => hostsOf(item, flow).includes(desk.host)),
  };
}

type ProfileFacts = Partial<Pick<ProfileSetUp, 'baseUrl' | 'proxy' | 'answerDeadlineMs'>>;

/** A merchant set up as an integrator does it; without a proxy, whatever this machine's environment says. */
export async function addProfile(
  { desk, provider }: Bench,
  name: string,
  facts: ProfileFacts = {},
): Promise<ProfileId> {
  const setUp = profileSetUp({
    name,
    merchant: MERCHANT,
    baseUrl: provider.origin,
    proxy: { mode: 'none' },
    ...facts,
  });
  const saved = await desk.client.call('profile.save', { id: null, setUp });
  const { id } = valueOf(saved);
  await giveSecret({ desk, provider }, id);
  return id;
}

export async function giveSecret(
  { desk, provider }: Pick<Bench, 'desk' | 'provider'>,
  profileId: ProfileId,
): Promise<void> {
  const entered = { slot: SIGNING, secret: provider.secret, keep: 'stored' } as const;
  valueOf(await desk.client.call('profile.setSecret', { profileId, ...entered }));
}

export type Attempt = {
  readonly intentId: IntentId;
  readonly orderId: string;
  /** Why W1 did not happen. */
  readonly failure: Failure | null;
};

export async function issue(
  { desk }: Pick<Bench, 'desk'>,
  flow: Flow,
  profileId: ProfileId,
  orderId: string,
  /** An earlier request of this order, which the operator was shown and confirms. */
  earlier: IntentId | null = null,
): Promise<Attempt> {
  const repeat = earlier === null ? [] : [{ of: earlier, confirmation: orderId }];
  const intentId = intentIdSchema.parse(crypto.randomUUID());
  const cents = minorUnitsSchema.parse(flow === 'create' ? 1500_00 : 250_000_00);
  valueOf(await desk.client.call('profile.confirmLive', { profileId }));
  // Only sbp answers with a link, which the rows on links need.
  const asked =
    flow === 'create'
      ? await desk.client.call('issue.create', {
          ...createInput({ order_id: orderId, payment_type: 'sbp' }),
          intentId,
          profileId,
          reissue: null,
          repeat,
          fields: { ...createInput({ order_id: orderId, payment_type: 'sbp' }).fields, cents },
        })
      : await desk.client.call('issue.build', {
          intentId,
          profileId,
          reissue: null,
          repeat,
          fields: { ...buildInput({ order_id: orderId }).fields, cents },
        });
  return { intentId, orderId, failure: asked.ok ? null : asked.error };
}

/** What the log and the provider say now. */
export async function observe(
  { desk, provider }: Pick<Bench, 'desk' | 'provider'>,
  { intentId, orderId, failure }: Attempt,
): Promise<Observed> {
  const [history, posts, entries] = await Promise.all([
    desk.client.call('log.history', { intentId }),
    provider.arrivals(orderId),
    provider.entries(orderId),
  ]);
  return { failure, history: history.ok ? history.value : null, posts, entries };
}

export async function judged(
  bench: Pick<Bench, 'desk' | 'provider'>,
  name: { readonly item: string; readonly by: string; readonly flow: Flow },
  expected: Expected,
  attempt: Attempt,
): Promise<Cell> {
  const observed = await observe(bench, attempt);
  return judge({ ...name, host: bench.desk.host }, expected, observed);
}

/** As many at a time as a desk with a few open windows would have. */
export async function inTurns<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = things.entries();
  const worker = async (): Promise<void> => {
    for (const [at, thing] of queue) results[at] = await work(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
