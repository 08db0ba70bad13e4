import type { Flow } from '#shared/domain/deposit.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { patternOfDesk } from '#shared/domain/orderPattern.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { orderDayOf } from '../log/store/orderId.ts';
import type { LogPort } from '../log/port.ts';
import type { Chance, Clock } from '../ports.ts';

export type SuggestOrder = (profile: Profile, flow: Flow) => Promise<Result<string, Failure>>;

export type SuggestOrderDeps = {
  readonly log: Pick<LogPort, 'nextOrderId'>;
  readonly clock: Clock;
  readonly chance: Chance;
  /** `{desk}` of the order pattern. Left out: the desk has no team. */
  readonly deskCode?: () => string | null;
};

/** Nothing that is read aloud as something else; 32 of them, so that five bits of a byte choose one. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const RANDOM_LENGTH = 8;
/** The first is as good as always free: eight characters are a million millions. */
const MOST_TRIES = 50;

/** An order id by the profile's pattern that was never on this desk before. */
export function createSuggestOrder(deps: SuggestOrderDeps): SuggestOrder {
  const { log, clock, chance, deskCode } = deps;
  async function next(
    profile: Profile,
    flow: Flow,
    triesLeft: number,
  ): Promise<Result<string, Failure>> {
    const pattern = patternOfDesk(profile.orderPattern, deskCode?.() ?? null);
    if (triesLeft === 0) return err(failure('internal', `no free order id for ${pattern}`));
    const day = orderDayOf(clock.now(), profile);
    const suggested = await log.nextOrderId({ pattern, flow, day, random: randomPart(chance) });
    if (!suggested.ok) return suggested;
    return suggested.value === null ? next(profile, flow, triesLeft - 1) : ok(suggested.value);
  }
  return (profile, flow) => next(profile, flow, MOST_TRIES);
}

/** The `{random}` of an order pattern. */
export function randomPart(chance: Chance): string {
  return Array.from(chance.bytes(RANDOM_LENGTH), (byte) => LETTERS.charAt(byte % 32)).join('');
}
