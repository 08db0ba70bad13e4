import type { IndexState } from '#shared/domain/logSearch.ts';

/** What is found and counted may not be everything yet. */
export function isBehind({ indexed, total }: IndexState): boolean {
  return indexed < total;
}
