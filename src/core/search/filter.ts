import { ATTENTION_REASONS, type AttentionReason } from '#shared/domain/logSearch.ts';

import { EXPIRED_BIT, RARE_BITS, bitOf } from './attention.ts';
import { kindsOf } from './kind.ts';
import type { ResolvedQuery } from './query.ts';
import { answerCode, callbackCode } from './times.ts';
import type { Words } from './words.ts';

/** A query's filters and dates as SQL over `entry`: each of them must hold. All values in it are numbers. */
export type Conditions = {
  readonly all: readonly string[];
  /** Of those that an index of few rows serves, see `narrowIndex`. */
  readonly span: string | null;
  readonly reason: string | null;
};

export function conditionsOf(query: ResolvedQuery, words: Words): Conditions {
  const { filter } = query;
  const isKindAsked = filter.outcomes.length + filter.flows.length + filter.currencies.length > 0;
  const codes = (texts: readonly string[]): readonly number[] =>
    texts.flatMap((text) => words.find(text) ?? []);
  const lists: readonly (readonly [column: string, isAsked: boolean, codes: readonly number[]])[] =
    [
      ['kind', isKindAsked, kindsOf(filter.outcomes, filter.flows, filter.currencies)],
      ['state_code', filter.states.length > 0, codes(filter.states)],
      ['type_code', filter.paymentTypes.length > 0, codes(filter.paymentTypes)],
      ['operator_code', filter.operators.length > 0, codes(filter.operators)],
      ['profile', filter.profileIds.length > 0, codes(filter.profileIds)],
      ['answer_time', filter.answerTimes.length > 0, filter.answerTimes.map(answerCode)],
      ['callback_time', filter.callbackTimes.length > 0, filter.callbackTimes.map(callbackCode)],
    ];
  const span = spanSql(query);
  const reasons = [
    ...(filter.needsAttention ? [reasonSql(ATTENTION_REASONS, query, words)] : []),
    ...(filter.attention.length > 0 ? [reasonSql(filter.attention, query, words)] : []),
  ];
  return {
    all: [
      ...lists.flatMap(([column, isAsked, of]) => (isAsked ? [inList(column, of)] : [])),
      ...(span === null ? [] : [span]),
      ...reasons.map(({ sql }) => sql),
    ],
    span,
    reason: reasons.find(({ isRare }) => isRare)?.sql ?? null,
  };
}

/** With a value that none has: an index that is asked for by name cannot be used where a list is empty. */
function inList(column: string, codes: readonly number[]): string {
  return `${column} IN (${[-1, ...codes].join()})`;
}

function spanSql({ fromMs, toMs, filter: { between } }: ResolvedQuery): string | null {
  const from = [fromMs, between === null ? null : Date.parse(between.from)];
  const to = [toMs, between === null ? null : Date.parse(between.to)];
  const bounds = [
    ...from.filter((ms) => ms !== null).map((ms) => `created_ms >= ${ms}`),
    ...to.filter((ms) => ms !== null).map((ms) => `created_ms < ${ms}`),
  ];
  return bounds.length === 0 ? null : bounds.join(' AND ');
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
