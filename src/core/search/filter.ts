import { ATTENTION_REASONS, type AttentionReason } from '#shared/domain/logSearch.ts';
import { fold } from '#shared/search/fold.ts';

import { EXPIRED_BIT, RARE_BITS, bitOf } from './attention.ts';
import { kindsOf } from './kind.ts';
import type { ResolvedQuery } from './query.ts';
import { answerCode, callbackCode } from './times.ts';
import type { Words } from './words.ts';

/** A query's filters and dates as SQL over `entry`. All values in it are numbers, or texts as hexadecimal digits. */
export type Conditions = {
  /** Each of them must hold. */
  readonly all: readonly string[];
  /** Those of them that an index of their own serves, with its name. */
  readonly indexed: readonly (readonly [index: string, condition: string])[];
};

export function conditionsOf(query: ResolvedQuery, words: Words): Conditions {
  const { filter } = query;
  const kinds = kindsOf(filter.outcomes, filter.flows, filter.currencies);
  const isKindAsked = filter.outcomes.length + filter.flows.length + filter.currencies.length > 0;
  const codes = (column: string, texts: readonly string[]): readonly string[] =>
    texts.length === 0
      ? []
      : [
          inList(
            column,
            texts.flatMap((text) => words.find(text) ?? []),
          ),
        ];
  const classes = (column: string, of: readonly number[]): readonly string[] =>
    of.length === 0 ? [] : [inList(column, of)];
  // The partial index of batches serves only what says that there is one.
  const ofBatches = codes('batch_code', filter.batches);
  const isBatchAsked = filter.fromBatches || ofBatches.length > 0;
  const ofPeople = codes('person_code', filter.people).map((sql) => `person_code <> 0 AND ${sql}`);
  const of: Readonly<Record<string, readonly string[]>> = {
    entry_by_batch: isBatchAsked ? [['batch_code <> 0', ...ofBatches].join(' AND ')] : [],
    entry_by_person: ofPeople,
    entry_by_time: spanSql(query),
    entry_by_kind: isKindAsked ? [inList('kind', kinds)] : [],
    entry_by_state_code: codes('state_code', filter.states),
    entry_by_type: codes('type_code', filter.paymentTypes),
    entry_by_operator: codes('operator_code', filter.operators),
    entry_by_span: codes('profile', filter.profileIds),
  };
  const names = filter.customers;
  const nameKeys = names.length === 0 ? [] : [inTexts('customer_key', names.map(fold))];
  const reasons = [
    ...(filter.needsAttention ? [reasonSql(ATTENTION_REASONS, query, words)] : []),
    ...(filter.attention.length > 0 ? [reasonSql(filter.attention, query, words)] : []),
  ];
  const indexed = [
    ...Object.entries(of).flatMap(([index, sql]) => sql.map((one) => [index, one] as const)),
    ...nameKeys.map((sql) => ['entry_by_customer', sql] as const),
    ...reasons
      .filter(({ isRare }) => isRare)
      .map(({ sql }) => ['entry_with_rare_reason', sql] as const),
  ];
  return {
    all: [
      ...Object.values(of).flat(),
      ...nameKeys,
      ...(names.length === 0 ? [] : [inTexts('customer', names)]),
      ...reasons.map(({ sql }) => sql),
      ...classes('answer_time', filter.answerTimes.map(answerCode)),
      ...classes('callback_time', filter.callbackTimes.map(callbackCode)),
      ...(filter.withoutSamples ? ['is_sample = 0'] : []),
    ],
    indexed,
  };
}

/** With a value that none has: an index that is asked for by name cannot be used where a list is empty. */
function inList(column: string, codes: readonly number[]): string {
  return `${column} IN (${[-1, ...codes].join()})`;
}

/** Hexadecimal digits cannot end the SQL around them, whatever an operator typed as a name. */
function inTexts(column: string, texts: readonly string[]): string {
  const literals = texts.map((text) => `CAST(x'${Buffer.from(text).toString('hex')}' AS TEXT)`);
  return `${column} IN (${literals.join()})`;
}

function spanSql({ fromMs, toMs, filter: { between } }: ResolvedQuery): readonly string[] {
  const from = [fromMs, between === null ? null : Date.parse(between.from)];
  const to = [toMs, between === null ? null : Date.parse(between.to)];
  const bounds = [
    ...from.filter((ms) => ms !== null).map((ms) => `created_ms >= ${ms}`),
    ...to.filter((ms) => ms !== null).map((ms) => `created_ms < ${ms}`),
  ];
  return bounds.length === 0 ? [] : [bounds.join(' AND ')];
}

/** Any of these reasons. `isRare`: `entry_with_rare_reason` has all requests with one of them. */
function reasonSql(
  reasons: readonly AttentionReason[],
  { nowMs, validMinOf }: ResolvedQuery,
  words: Words,
): { readonly sql: string; readonly isRare: boolean } {
  const wanted = reasons.reduce((bits, reason) => bits | bitOf(reason), 0);
  const timeless = wanted & ~EXPIRED_BIT;
  const limits = Object.entries(validMinOf).flatMap(([profileId, minutes]) => {
    const profile = words.find(profileId);
    return profile === null || minutes === undefined
      ? []
      : [`WHEN ${profile} THEN ${nowMs - minutes * 60_000}`];
  });
  if ((wanted & EXPIRED_BIT) === 0 || limits.length === 0) {
    const isRare = (timeless & ~RARE_BITS) === 0;
    const rare = isRare ? `attention & ${RARE_BITS} <> 0 AND ` : '';
    return { sql: `${rare}attention & ${timeless} <> 0`, isRare };
  }
  const expired = `attention & ${EXPIRED_BIT} <> 0 AND created_ms <= CASE profile ${limits.join(' ')} END`;
  return { sql: `(attention & ${timeless} <> 0 OR ${expired})`, isRare: false };
}
