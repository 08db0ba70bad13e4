import { CURRENCIES } from '#shared/domain/currency.ts';
import { flowSchema } from '#shared/domain/deposit.ts';
import {
  ATTENTION_REASONS,
  type LogFacets,
  type LogFilter,
  OUTCOMES,
  logQuerySchema,
} from '#shared/domain/logSearch.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from '#shared/domain/requestTimes.ts';

import type { Say, WordKey } from '../../../i18n/i18n.ts';
import type { ListKey } from '../look.ts';

export type Choice = { readonly value: string; readonly label: string };

/** What ids are called. */
export type Names = Readonly<Record<'profiles' | 'batches' | 'people', readonly Named[]>>;
type Named = { readonly id: string; readonly name: string };

const filterSchema = logQuerySchema.shape.filter;

/** What can be ticked whether it occurs in the log or not. */
const FIXED: Partial<Readonly<Record<ListKey, readonly string[]>>> = {
  outcomes: OUTCOMES,
  flows: flowSchema.options,
  currencies: CURRENCIES,
  attention: ATTENTION_REASONS,
  answerTimes: ANSWER_TIMES,
  callbackTimes: CALLBACK_TIMES,
};

/** What can be ticked under a filter. What is ticked stays there even if nothing of it is left in the log. */
export function choicesOf(
  key: ListKey,
  filter: LogFilter,
  facets: LogFacets | undefined,
  names: Names,
  say: Say,
): readonly Choice[] {
  const occurring: Partial<Readonly<Record<ListKey, readonly string[]>>> = {
    ...facets,
    profileIds: facets?.profiles.map(({ id }) => id) ?? [],
    batches: facets?.batches.map(({ batchId }) => batchId) ?? [],
    people: names.people.map(({ id }) => id),
  };
  const values = FIXED[key] ?? new Set([...(occurring[key] ?? []), ...filter[key]]);
  return [...values].map((value) => ({ value, label: labelOf(key, value, names, say) }));
}

export function labelOf(key: ListKey, value: string, names: Names, say: Say): string {
  const word = wordOf(key, value);
  if (word !== null) return say(word);
  if (key === 'states') return say('state.said', { state: value });
  const nameIn = (list: readonly Named[]): string | undefined =>
    list.find(({ id }) => id === value)?.name;
  if (key === 'batches') return nameIn(names.batches) ?? say('batch.unnamed');
  if (key === 'people') return nameIn(names.people) ?? value;
  return (key === 'profileIds' ? nameIn(names.profiles) : undefined) ?? value;
}

/** The desk's own word for it. Null for a provider's or operator's own word, shown as it is. */
function wordOf(key: ListKey, value: string): WordKey | null {
  const of = <T extends string>(
    values: readonly T[],
    word: (one: T) => WordKey,
  ): WordKey | null => {
    const one = values.find((known) => known === value);
    return one === undefined ? null : word(one);
  };
  switch (key) {
    case 'outcomes':
      return of(OUTCOMES, (one) => `log.outcome.${one}`);
    case 'flows':
      return of(flowSchema.options, (one) => `log.flow.${one}`);
    case 'attention':
      return of(ATTENTION_REASONS, (one) => `log.attention.${one}`);
    case 'answerTimes':
      return of(ANSWER_TIMES, (one) => `log.answerTime.${one}`);
    case 'callbackTimes':
      return of(CALLBACK_TIMES, (one) => `log.callbackTime.${one}`);
    default:
      return null;
  }
}

/** The filter with one value of a list ticked or not. What is no value of that list changes nothing. */
export function ticked(filter: LogFilter, key: ListKey, value: string, isOn: boolean): LogFilter {
  const others = filter[key].filter((known) => known !== value);
  const changed = { ...filter, [key]: isOn ? [...others, value] : others };
  const { data = filter } = filterSchema.safeParse(changed);
  return data;
}
