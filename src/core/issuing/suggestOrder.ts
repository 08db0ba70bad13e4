import type { Flow } from '#shared/domain/deposit.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { patternOfDesk } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { orderCounterOf, orderDayOf } from '../log/store/orderId.ts';
import type { Chance, Clock } from '../ports.ts';
import type { NumberBlocks } from '../team/numberBlocks.ts';
import type { LogPort } from '../log/openLog.ts';

export type SuggestOrder = (profile: Profile, flow: Flow) => Promise<Result<string, Failure>>;

export type OrderIdDeps = {
  readonly log: Pick<LogPort, 'reserveOrderIds'>;
  readonly clock: Clock;
  readonly chance: Chance;
  /** `{desk}` of the order pattern. Left out: the desk has no team. */
  readonly deskCode?: () => string | null;
  /** Keeps numbers from being used again by a copy of this log. Left out: the desk has no team. */
  readonly makeNumbers?: NumberBlocks['make'];
};

/** Nothing that is read aloud as something else; 32 of them, so that five bits of a byte choose one. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const RANDOM_LENGTH = 8;
/** The first is as good as always free: eight characters are a million millions. */
const MOST_TRIES = 50;

/** An order id by the profile's pattern that was never on this desk before. */
export function createSuggestOrder(deps: OrderIdDeps): SuggestOrder {
  return async (profile, flow) => {
    const made = await makeOrderIds({ profile, flow, count: 1 }, deps);
    return made.ok ? ok(made.value[0] ?? '') : made;
  };
}

type Wanted = {
  readonly profile: Profile;
  readonly flow: Flow;
  readonly count: number;
  /** Left out, although the log has none of them yet. */
  readonly taken?: ReadonlySet<string>;
};

/** The only place where order ids are made. */
export async function makeOrderIds(
  wanted: Wanted,
  deps: OrderIdDeps,
  triesLeft = MOST_TRIES,
): Promise<Result<readonly string[], Failure>> {
  const { profile, flow, count, taken } = wanted;
  if (count === 0) return ok([]);
  const pattern = patternOfDesk(profile.orderPattern, deps.deskCode?.() ?? null);
  if (triesLeft === 0) return err(failure('internal', `no free order ids for ${pattern}`));
  const day = orderDayOf(deps.clock.now(), profile);
  const counted = orderCounterOf(pattern, flow, day);
  const randoms = Array.from({ length: count }, () => randomPart(deps.chance));
  const take = (after: number) => deps.log.reserveOrderIds({ pattern, flow, day, randoms, after });
  const series = counted === null ? null : `${counted.flow}${counted.series}`;
  const made = await (deps.makeNumbers?.(series, take) ?? take(0));
  if (!made.ok) return made;
  const free = made.value.orderIds.filter((orderId) => taken?.has(orderId) !== true);
  const rest = await makeOrderIds({ ...wanted, count: count - free.length }, deps, triesLeft - 1);
  return rest.ok ? ok([...free, ...rest.value]) : rest;
}

/** The `{random}` of an order pattern. */
function randomPart(chance: Chance): string {
  return Array.from(chance.bytes(RANDOM_LENGTH), (byte) => LETTERS.charAt(byte % 32)).join('');
}
