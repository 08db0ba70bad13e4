import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { type Flow, FLOWS } from '#shared/domain/deposit.ts';
import { OUTCOMES } from '#shared/domain/logSearch.ts';

type Outcome = (typeof OUTCOMES)[number];

const KINDS = OUTCOMES.length * FLOWS.length * CURRENCIES.length;

/** Outcome, flow and currency of a request as one number. */
export function kindOf(outcome: string, flow: string, currency: string): number {
  const [o, f, c] = [
    OUTCOMES.findIndex((one) => one === outcome),
    FLOWS.findIndex((one) => one === flow),
    CURRENCIES.findIndex((one) => one === currency),
  ];
  return (c * FLOWS.length + f) * OUTCOMES.length + o;
}

export function partsOf(kind: number): {
  readonly outcome: Outcome;
  readonly flow: Flow;
  readonly currency: Currency;
} {
  const outcome = OUTCOMES[kind % OUTCOMES.length];
  const rest = Math.floor(kind / OUTCOMES.length);
  const flow = FLOWS[rest % FLOWS.length];
  const currency = CURRENCIES[Math.floor(rest / FLOWS.length)];
  if (outcome === undefined || flow === undefined || currency === undefined) {
    throw new RangeError(`No kind of request is ${kind}.`);
  }
  return { outcome, flow, currency };
}

/** The kinds that these lists leave; an empty list leaves all. */
export function kindsOf(
  outcomes: readonly Outcome[],
  flows: readonly Flow[],
  currencies: readonly Currency[],
): readonly number[] {
  const isIn = <T>(list: readonly T[], one: T): boolean => list.length === 0 || list.includes(one);
  return Array.from({ length: KINDS }, (_, kind) => kind).filter((kind) => {
    const { outcome, flow, currency } = partsOf(kind);
    return isIn(outcomes, outcome) && isIn(flows, flow) && isIn(currencies, currency);
  });
}
