import type { LimitResponse } from '../dialect/schema.ts';
import { isCurrency } from '../domain/currency.ts';
import { DOCUMENTED_PAYMENT_TYPES } from '../domain/deposit.ts';
import type { LimitsComplaint, LimitsEntry } from '../domain/limits.ts';
import { type AmountUnit, type MinorUnits, Money } from '../domain/money.ts';
import type { Result } from '../domain/result.ts';
import { readJson } from '../json/readJson.ts';
import { firstEntries, isLoose, placeOf } from './answer.ts';
import { readMapped } from './mapped.ts';
import { recogniseAt } from './recognise.ts';
import { type RawBound, type Row, type Rows, told } from './rows.ts';

export type LimitsReading = {
  readonly entries: readonly LimitsEntry[];
  readonly complaints: readonly LimitsComplaint[];
};

/** A key given twice makes the whole answer unreadable; an integer too large for a number only its own bound. */
export function limitsAnswerOf(raw: string): Result<unknown, string> {
  return readJson(raw, 'rounded');
}

/**
 * The one reading of GET limit's answer, for the form, core and the mapper's preview. Null: not recognised, and then only the
 * documented rules bind.
 *
 * Half an understanding must never refuse what the provider allows. So a bound that cannot be read is open; a minimum above its
 * maximum opens both; rows that contradict each other give the widest bounds of all and only warn; and as long as a part of
 * the answer could not be placed (`unreadable_currency`), what is missing in the rest is not refused for that.
 */
export function readLimits(answer: unknown, format: LimitResponse): LimitsReading | null {
  if (format.kind === 'mapped') {
    const rows = readMapped(answer, format);
    return rows === null ? null : settled(rows, format.units);
  }
  return recognised(answer, format.units);
}

type Candidate = {
  readonly value: unknown;
  readonly at: string;
  /** A key on the way to it says so. */
  readonly isPayingIn: boolean;
};

const DEEPEST_ENVELOPE = 4;
const MOST_CANDIDATES = 2000;
const NOT_AN_ENVELOPE: ReadonlySet<string> = new Set([
  'error',
  'errors',
  ...DOCUMENTED_PAYMENT_TYPES,
]);
const PAYING_OUT = /withdraw|pay_?out/iu;
const PAYING_IN = /deposit|pay_?in/iu;

/** Bare, else inside the nearest envelope, whatever its name. Two of them at one depth are not chosen between. */
function recognised(answer: unknown, units: AmountUnit): LimitsReading | null {
  let level: readonly Candidate[] = [{ value: answer, at: '', isPayingIn: false }];
  for (let depth = 0; depth <= DEEPEST_ENVELOPE && level.length > 0; depth += 1) {
    const read = level.flatMap(({ value, at, isPayingIn }) => {
      const rows = recogniseAt(value, at);
      const reading =
        rows === null || !isPlausible(rows) ? null : settled(rows, unitsOf(rows, units));
      return reading === null ? [] : [{ isPayingIn, reading }];
    });
    const forDeposits = read.filter(({ isPayingIn }) => isPayingIn);
    const [only, ...others] = read.length > 1 ? forDeposits : read;
    if (read.length > 0) return others.length > 0 ? null : (only?.reading ?? null);
    level = level.flatMap(inside).slice(0, MOST_CANDIDATES);
  }
  return null;
}

function inside({ value, at, isPayingIn }: Candidate): readonly Candidate[] {
  if (!isLoose(value)) return [];
  return firstEntries(value).flatMap(([key, own]) =>
    typeof own !== 'object' ||
    own === null ||
    NOT_AN_ENVELOPE.has(key.toLowerCase()) ||
    PAYING_OUT.test(key)
      ? []
      : [{ value: own, at: placeOf(at, key), isPayingIn: isPayingIn || PAYING_IN.test(key) }],
  );
}

/** Three capital letters are not yet a currency: one that the document knows must be among them. */
function isPlausible({ rows, disabled }: Rows): boolean {
  return rows.some(({ currency }) => isCurrency(currency)) || (rows.length === 0 && disabled > 0);
}

/**
 * One bound with a decimal point puts the whole answer in major units: it cannot be in minor ones, and providers do not mix both in
 * one answer. (JSON numbers lose their ".00", so the other bounds need not show it.) Keys that say cents are minor always.
 */
function unitsOf({ rows }: Rows, units: AmountUnit): AmountUnit {
  const bounds = rows.flatMap(({ min, max }) => [min, max]);
  return bounds.some((bound) => bound !== null && !bound.isCents && hasDecimals(bound.value))
    ? 'major'
    : units;
}

/** "150.00", 99.5: an amount, and certainly not one in minor units. */
function hasDecimals(value: unknown): boolean {
  return /^[0-9]+\.[0-9]+$/u.test(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** "1.000" may be a thousand or one: not guessed. A database's "1500.0000" is plain. */
const TWO_WAYS = /^[1-9][0-9]{0,2}\.000$/u;

/** Null: it is not an amount in these units. Minor units have no decimal point: where one stands, the amount is not in minor units. */
function amountIn(units: AmountUnit, value: unknown, currency: string): MinorUnits | null {
  const text = textOf(value);
  if (TWO_WAYS.test(text) || (units === 'minor' && hasDecimals(value))) return null;
  return Money.numeric(text, currency, units);
}

/** Rows as entries. Null where not one bound could be read although there should be some: the shape is not understood. */
function settled(
  { rows, complaints: walked, disabled }: Rows,
  units: AmountUnit,
): LimitsReading | null {
  const complaints = [...walked];
  const read = rows.map((row) => {
    const [entry, own] = entryOf(row, units);
    complaints.push(...own);
    return { entry, at: row.at };
  });
  const entries = merged(read, complaints);
  const isRead =
    entries.some(({ min, max }) => min !== null || max !== null) ||
    complaints.some(({ code }) => code === 'min_above_max');
  if (!isRead && complaints.length > 0) return null;
  if (entries.length === 0 && disabled === 0) return null;
  return { entries, complaints: told(complaints) };
}

function entryOf(row: Row, units: AmountUnit): readonly [LimitsEntry, readonly LimitsComplaint[]] {
  const { currency, paymentType } = row;
  const complaints: LimitsComplaint[] = [];
  const read = (bound: RawBound | null): MinorUnits | null => {
    if (bound === null) return null;
    const amount = amountIn(bound.isCents ? 'minor' : units, bound.value, currency);
    // At zero nothing could ever be issued: it means "no limit" or "not now", and which of them is not said.
    if (amount === null || (bound === row.max && amount === 0))
      complaints.push({ code: 'unreadable_bound', at: bound.at });
    return bound === row.max && amount === 0 ? null : amount;
  };
  const min = read(row.min);
  const max = read(row.max);
  if (min === null || max === null || min <= max)
    return [{ currency, paymentType, min, max }, complaints];
  complaints.push({ code: 'min_above_max', at: row.at });
  return [{ currency, paymentType, min: null, max: null }, complaints];
}

type Placed = { readonly entry: LimitsEntry; readonly at: string };

/** One entry for each currency and type; said twice with other bounds, the widest of them, which only warn. */
function merged(read: readonly Placed[], complaints: LimitsComplaint[]): readonly LimitsEntry[] {
  const byKey = new Map<string, LimitsEntry>();
  for (const { entry, at } of read) {
    const key = JSON.stringify([entry.currency, entry.paymentType]);
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, entry);
    else if (before.min !== entry.min || before.max !== entry.max) {
      complaints.push({ code: 'contradicting_bounds', at });
      byKey.set(key, widest(before, entry));
    }
  }
  return [...byKey.values()];
}

function widest(left: LimitsEntry, right: LimitsEntry): LimitsEntry {
  const min =
    left.min === null || right.min === null ? null : left.min < right.min ? left.min : right.min;
  const max =
    left.max === null || right.max === null ? null : left.max > right.max ? left.max : right.max;
  return { ...left, min, max, contradicted: true };
}
