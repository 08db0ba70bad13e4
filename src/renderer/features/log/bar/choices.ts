import { CURRENCIES } from '#shared/domain/currency.ts';
import { type Flow, flowSchema } from '#shared/domain/deposit.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type LogFacets, type LogFilter, OUTCOMES } from '#shared/domain/logSearch.ts';

import type { Say } from '../../../i18n/i18n.ts';
import type { ListKey } from '../look.ts';
import type { Choice } from './CheckList.tsx';

/** What can be ticked under a filter. What is ticked stays there even if nothing of it is left in the log. */
export function choicesOf(
  key: ListKey,
  filter: LogFilter,
  facets: LogFacets | undefined,
  say: Say,
): readonly Choice[] {
  const words = (occurring: readonly string[] | undefined): readonly string[] => [
    ...new Set([...(occurring ?? []), ...filter[key]]),
  ];
  const plain = (values: readonly string[]): readonly Choice[] =>
    values.map((value) => ({ value, label: labelOf(key, value, facets, say) }));
  switch (key) {
    case 'outcomes':
      return plain(OUTCOMES);
    case 'flows':
      return plain(flowSchema.options);
    case 'currencies':
      return plain(CURRENCIES);
    case 'states':
      return plain(words(facets?.states));
    case 'paymentTypes':
      return plain(words(facets?.paymentTypes));
    case 'operators':
      return plain(words(facets?.operators));
    case 'profileIds':
      return plain(words(facets?.profiles.map(({ id }) => id)));
  }
}

export function labelOf(
  key: ListKey,
  value: string,
  facets: Pick<LogFacets, 'profiles'> | undefined,
  say: Say,
): string {
  if (key === 'outcomes') {
    const outcome = OUTCOMES.find((known) => known === value);
    return outcome === undefined ? value : say(`log.outcome.${outcome}`);
  }
  if (key === 'flows') {
    const flow = flowSchema.options.find((known: Flow) => known === value);
    return flow === undefined ? value : say(`log.flow.${flow}`);
  }
  if (key === 'profileIds') {
    return facets?.profiles.find(({ id }) => id === value)?.name ?? value;
  }
  return value;
}

/** The filter with one value of a list ticked or not. */
export function ticked(filter: LogFilter, key: ListKey, value: string, isOn: boolean): LogFilter {
  const change = <T extends string>(list: readonly T[], one: T | undefined): readonly T[] => {
    if (one === undefined) return list;
    const others = list.filter((known) => known !== one);
    return isOn ? [...others, one] : others;
  };
  switch (key) {
    case 'outcomes':
      return {
        ...filter,
        outcomes: change(
          filter.outcomes,
          OUTCOMES.find((known) => known === value),
        ),
      };
    case 'flows':
      return {
        ...filter,
        flows: change(
          filter.flows,
          flowSchema.options.find((known) => known === value),
        ),
      };
    case 'currencies':
      return {
        ...filter,
        currencies: change(
          filter.currencies,
          CURRENCIES.find((known) => known === value),
        ),
      };
    case 'profileIds':
      return {
        ...filter,
        profileIds: change(filter.profileIds, profileIdSchema.safeParse(value).data),
      };
    case 'states':
    case 'paymentTypes':
    case 'operators':
      return { ...filter, [key]: change(filter[key], value) };
  }
}
