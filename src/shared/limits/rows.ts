import { CURRENCIES } from '../domain/currency.ts';
import type { LimitsComplaint } from '../domain/limits.ts';
import { MOST_LOOKED_AT, isLoose } from './answer.ts';

/** A bound as the answer has it; how much money that is, is decided once the whole answer has been seen. */
export type RawBound = {
  readonly value: unknown;
  readonly at: string;
  /** Its key says minor units itself (`min_cents`). */
  readonly isCents: boolean;
};

/** One currency and one type (null: every type) with what the answer says of them. */
export type Row = {
  readonly currency: string;
  readonly paymentType: string | null;
  readonly min: RawBound | null;
  readonly max: RawBound | null;
  readonly at: string;
};

/** What a walk through the answer brought. */
export type Rows = {
  readonly rows: readonly Row[];
  readonly complaints: readonly LimitsComplaint[];
  /** Methods that the provider has switched off. */
  readonly disabled: number;
};

/** Collects rows, and refuses to collect more than any provider has: a hostile answer must not fill the memory, nor take seconds. */
export type Collector = {
  /** A row for every currency with every type. */
  readonly add: (
    currencies: readonly string[],
    types: readonly (string | null)[],
    said: Pick<Row, 'min' | 'max' | 'at'>,
  ) => void;
  readonly complain: (code: LimitsComplaint['code'], at: string) => void;
  readonly disable: () => void;
  readonly isTooMuch: () => boolean;
  readonly rows: () => Rows | null;
};

const MOST_COMPLAINTS = 200;
/** A longer one cannot be sent, so it is not offered either. */
const LONGEST_TYPE = 255;

export function createCollector(): Collector {
  const rows: Row[] = [];
  const complaints: LimitsComplaint[] = [];
  let disabled = 0;
  let isTooMuch = false;
  /** An item that brings no row brings a complaint, or is switched off. */
  const mayCollect = (more: number): boolean => {
    isTooMuch ||= rows.length + complaints.length + disabled + more > MOST_LOOKED_AT;
    return !isTooMuch;
  };
  return {
    add(currencies, types, said) {
      if (!mayCollect(currencies.length * types.length)) return;
      for (const currency of currencies) {
        for (const paymentType of types) rows.push({ currency, paymentType, ...said });
      }
    },
    complain(code, at) {
      if (mayCollect(1)) complaints.push({ code, at });
    },
    disable() {
      if (mayCollect(1)) disabled += 1;
    },
    isTooMuch: () => isTooMuch,
    rows: () => (isTooMuch ? null : { rows, complaints, disabled }),
  };
}

/** Each once, since several currencies and types can share one bound. What takes force from the rest is never left out. */
export function told(complaints: readonly LimitsComplaint[]): readonly LimitsComplaint[] {
  const all = [...new Map(complaints.map((own) => [`${own.code} ${own.at}`, own])).values()];
  if (all.length <= MOST_COMPLAINTS) return all;
  const weight = ({ code }: LimitsComplaint): number => (code === 'unreadable_currency' ? 0 : 1);
  return all.toSorted((left, right) => weight(left) - weight(right)).slice(0, MOST_COMPLAINTS);
}

/** As the API spells it, or null where this is no currency code. The documented ones are known in small letters too. */
export function currencyOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const code = value.trim();
  const known = CURRENCIES.find((currency) => currency === code.toUpperCase());
  return known ?? (/^[A-Z]{3,5}$/u.test(code) ? code : null);
}

/** A key of a map by currency: shorter than what is accepted where the answer says "currency". */
export function isCurrencyKey(key: string): boolean {
  return currencyOf(key) !== null && key.trim().length === 3;
}

/** A text, a number or a list of them; null: there is something else among them, or nothing at all. */
export function typesIn(value: unknown): readonly string[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = list.flatMap((item) => {
    const text = typeof item === 'number' ? String(item) : item;
    const name = typeof text === 'string' ? text.trim() : '';
    return name !== '' && name.length <= LONGEST_TYPE ? [name] : [];
  });
  return names.length === list.length && names.length > 0 ? names : null;
}

export function isEmptyList(value: unknown): boolean {
  return (
    (Array.isArray(value) && value.length === 0) ||
    (isLoose(value) && Object.keys(value).length === 0)
  );
}
