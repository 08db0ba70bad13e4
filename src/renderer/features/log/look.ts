import type { LogLook } from '../../client/logLook.ts';
import type { Language } from '../../i18n/i18n.ts';
import {
  type DayRange,
  type LogFilter,
  type LogSort,
  NEWEST_FIRST,
  type SavedView,
} from '#shared/domain/logSearch.ts';
import { dateLocale } from '../../text/numbers.ts';

export type ListKey = Exclude<
  keyof LogFilter,
  'needsAttention' | 'between' | 'withoutSamples' | 'fromBatches'
>;

export const LIST_KEYS = [
  'outcomes',
  'paymentTypes',
  'currencies',
  'states',
  'flows',
  'profileIds',
  'operators',
  'attention',
  'answerTimes',
  'callbackTimes',
  'customers',
  'batches',
  'people',
] as const satisfies readonly ListKey[];

/** Anything besides the range. */
export function isNarrowed({ text, filter }: Pick<LogLook, 'text' | 'filter'>): boolean {
  return text.trim() !== '' || filterCount(filter) > 0;
}

/** How many clicks went into it; without the range, which stands on its own button. */
export function filterCount(filter: LogFilter): number {
  const { needsAttention, between, withoutSamples, fromBatches } = filter;
  const set = [needsAttention, between !== null, withoutSamples, fromBatches];
  const single = set.filter(Boolean).length;
  return LIST_KEYS.reduce((sum, key) => sum + filter[key].length, single);
}

/** A view without dates keeps whatever range is being looked at. */
export function applyView(look: LogLook, { text, filter, range, sort }: SavedView): LogLook {
  return { text, filter, sort, range: range ?? look.range };
}

export function viewOf(look: LogLook, id: string, name: string, withDates: boolean): SavedView {
  const { text, filter, range, sort } = look;
  return {
    id,
    name: name.trim(),
    text: text.trim(),
    filter,
    sort,
    range: withDates ? range : null,
  };
}

/** Whether the view shows what is being looked at. */
export function isShowing(look: LogLook, view: SavedView): boolean {
  const { text, filter, range, sort } = applyView(look, view);
  return (
    text === look.text.trim() &&
    sameJson(range, look.range) &&
    sameJson(sort, look.sort) &&
    filter.needsAttention === look.filter.needsAttention &&
    sameJson(filter.between, look.filter.between) &&
    filter.withoutSamples === look.filter.withoutSamples &&
    filter.fromBatches === look.filter.fromBatches &&
    LIST_KEYS.every((key) => sameWords(filter[key], look.filter[key]))
  );
}

/** The other way round where it is the one in use; else the way in which one looks at it first. */
export function nextSort(now: LogSort, by: LogSort['by']): LogSort {
  if (now.by === by) return { by, descending: !now.descending };
  return { by, descending: by === NEWEST_FIRST.by || by === 'amount' };
}

/** Null where it cannot be: both ends are there, and in order. */
export function customRange(from: string, to: string): DayRange | null {
  const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/u.test(day);
  return isDay(from) && isDay(to) && from <= to ? { kind: 'custom', from, to } : null;
}

/** With the year, unless it is this one: the same days of another year are other days. */
export function daysText(
  { from, to }: { readonly from: string; readonly to: string },
  language: Language,
  thisYear: number,
): string {
  const isThisYear = [from, to].every((day) => Number(day.slice(0, 4)) === thisYear);
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  const [first, last] = [format.format(new Date(from)), format.format(new Date(to))];
  return first === last ? first : `${first} – ${last}`;
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
