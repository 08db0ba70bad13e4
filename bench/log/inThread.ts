import type { Finder } from '#core/search/finder.ts';
import type { ResolvedQuery } from '#core/search/query.ts';
import { COUNT_CAP, type LogRow } from '#shared/domain/logSearch.ts';

import { PAGE } from './peers.ts';

/** What the finder's thread does for a search until it answers: the first page and a count up to the cap. */
export function answer(finder: Finder, query: ResolvedQuery): readonly LogRow[] {
  const { list, work, rows } = finder.search(query);
  while (list.length() < COUNT_CAP && work.next().done !== true);
  const page = rows(0, PAGE);
  work.return(undefined);
  return page;
}

/** And for a jump in a list that nobody has looked at before. */
export function jump(finder: Finder, query: ResolvedQuery, position: number): readonly LogRow[] {
  const { list, work, rows } = finder.search(query);
  while (list.length() < position + PAGE && work.next().done !== true);
  const page = rows(position, position + PAGE);
  work.return(undefined);
  return page;
}
