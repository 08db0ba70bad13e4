import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { type CustomerFigures, MOST_OPEN } from '#shared/domain/customer.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import { paidAmountOf } from '#shared/domain/paid.ts';
import { type DepositRequest, amountOf, isOpen } from '#shared/domain/request.ts';
import { fold } from '#shared/search/fold.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { OperationInput } from '#shared/contract/operations.ts';

import { partsOf } from './kind.ts';
import type { NewRequest } from './newest.ts';
import type { Moment } from './query.ts';
import type { Source } from './source.ts';
import type { Words } from './words.ts';
/** `stateWords`: what the profile says of the provider's own words. */
export type CustomerQuestion = Moment &
  OperationInput<'customer.record'> &
  Pick<Profile, 'stateWords'>;

type Parts = {
  readonly db: Database;
  readonly words: Words;
  readonly source: Pick<Source, 'at' | 'atOnce'>;
  readonly newest: () => readonly NewRequest[];
  readonly rowsOf: (
    intentIds: readonly DepositRequest['intentId'][],
    moment: Moment,
  ) => readonly LogRow[];
};

/** Where the profile does not say how long requisites hold, an accepted request counts as open for this long. */
const OPEN_MIN = 24 * 60;

const countedSchema = z.array(z.object({ kind: z.int(), count: z.int(), cents: z.string() }));
const seqsSchema = z.array(z.int());
const OF_CUSTOMER = 'FROM entry WHERE customer_key = ? AND customer = ? AND profile = ?';

/** From the index, with what is newer than it. What was paid and what is open is decided by the requests themselves. */
export function customerFiguresOf(
  parts: Parts,
  question: CustomerQuestion,
): Omit<CustomerFigures, 'index'> {
  return parts.source.atOnce(() => {
    const found = readsOf(parts, question);
    const sums = new Map<Currency, Sum>();
    let requests = 0;
    for (const { kind, count, cents } of found.byKind()) {
      const { outcome, currency } = partsOf(kind);
      requests += count;
      if (outcome === 'accepted') addRequested(sums, currency, count, BigInt(cents));
    }
    for (const { outcome, body } of found.fresh) {
      requests += 1;
      const { currency, cents } = body.fields;
      if (outcome === 'accepted') addRequested(sums, currency, 1, BigInt(cents));
    }
    for (const request of [...found.fresh, ...found.where('is_heard = 1')]) {
      addPaid(sums, request, question);
    }
    const open = openOf(found, question).slice(0, MOST_OPEN);
    const intentIds = open.map(({ intentId }) => intentId);
    return { requests, sums: summed(sums), open: parts.rowsOf(intentIds, question) };
  });
}

type Reads = {
  readonly byKind: () => z.infer<typeof countedSchema>;
  /** What the index has and this SQL leaves. */
  readonly where: (sql: string, ...values: readonly number[]) => readonly DepositRequest[];
  /** What the index has not yet, newest first. */
  readonly fresh: readonly DepositRequest[];
};

function readsOf({ db, words, source, newest }: Parts, question: CustomerQuestion): Reads {
  const { profileId, customer } = question;
  const key = [fold(customer), customer, words.find(profileId) ?? 0];
  const requestAt = (seq: number): readonly DepositRequest[] => {
    const recorded = source.at(seq);
    return recorded === null ? [] : [recorded.request];
  };
  const seqsWhere = (sql: string, ...values: readonly number[]): readonly number[] => {
    const seqs = db.prepare(`SELECT seq ${OF_CUSTOMER} AND ${sql}`).pluck();
    return seqsSchema.parse(seqs.all(...key, ...values));
  };
  const newer = newest()
    .filter((one) => one.profileId === profileId && one.customer === customer)
    .map(({ seq }) => seq);
  // While the index is first filled it may have some of the newest already.
  const indexed = new Set(newer.length === 0 ? [] : seqsWhere('seq >= ?', newer.at(-1) ?? 0));
  const notIndexed = newer.filter((seq) => !indexed.has(seq));
  return {
    byKind() {
      const counted = db.prepare(
        `SELECT kind, count(*) AS count, CAST(sum(sent_cents) AS TEXT) AS cents ${OF_CUSTOMER} GROUP BY kind`,
      );
      return countedSchema.parse(counted.all(...key));
    },
    where: (sql, ...values) => seqsWhere(sql, ...values).flatMap(requestAt),
    fresh: notIndexed.flatMap(requestAt),
  };
}

/** Newest first. */
function openOf({ fresh, where }: Reads, question: CustomerQuestion): readonly DepositRequest[] {
  const { profileId, nowMs, validMinOf } = question;
  const payableFromMs = nowMs - (validMinOf[profileId] ?? OPEN_MIN) * 60_000;
  const indexed = where(
    `(outcome IN ('prepared', 'sending') OR (outcome = 'unknown' AND resolution IS NULL)
      OR (outcome = 'accepted' AND created_ms >= ?)) ORDER BY place DESC`,
    payableFromMs,
  );
  return [...fresh, ...indexed].filter((request) =>
    isPayableOrOpen(request, question, payableFromMs),
  );
}

function summed(sums: ReadonlyMap<Currency, Sum>): CustomerFigures['sums'] {
  return CURRENCIES.flatMap((currency) => {
    const sum = sums.get(currency);
    if (sum === undefined) return [];
    const { requestedCents, paidCents, ...counts } = sum;
    return {
      currency,
      ...counts,
      requestedCents: Money.sum([requestedCents]),
      paidCents: Money.sum([paidCents]),
    };
  });
}

type Sum = {
  accepted: number;
  requestedCents: bigint;
  paid: number;
  paidCents: bigint;
  unreadable: number;
};

function sumOf(sums: Map<Currency, Sum>, currency: Currency): Sum {
  const known = sums.get(currency);
  if (known !== undefined) return known;
  const none = { accepted: 0, requestedCents: 0n, paid: 0, paidCents: 0n, unreadable: 0 };
  sums.set(currency, none);
  return none;
}

function addRequested(
  sums: Map<Currency, Sum>,
  currency: Currency,
  count: number,
  cents: bigint,
): void {
  const sum = sumOf(sums, currency);
  sum.accepted += count;
  sum.requestedCents += cents;
}

/** A callback that names no amount confirms the amount that was asked for. */
function addPaid(
  sums: Map<Currency, Sum>,
  request: DepositRequest,
  { stateWords }: CustomerQuestion,
): void {
  if (closedAs(request, stateWords) !== 'paid') return;
  const sum = sumOf(sums, request.body.fields.currency);
  const named = paidAmountOf(request);
  const cents = named === null ? amountOf(request).cents : named.cents;
  sum.paid += 1;
  if (cents === null) sum.unreadable += 1;
  else sum.paidCents += BigInt(cents);
}

function isPayableOrOpen(
  request: DepositRequest,
  { stateWords }: CustomerQuestion,
  payableFromMs: number,
): boolean {
  if (isOpen(request)) return true;
  if (request.outcome !== 'accepted' || closedAs(request, stateWords) !== null) return false;
  return Date.parse(request.createdAt) >= payableFromMs;
}
