import { randomUUID } from 'node:crypto';

import type { OperationInput } from '#shared/contract/operations.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type LogQuery, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

/** Everything, newest first, unless something else is asked for. */
export function queryOf(overrides: Partial<LogQuery> = {}): LogQuery {
  return {
    text: '',
    filter: NO_FILTER,
    range: { kind: 'all' },
    sort: NEWEST_FIRST,
    dayProfileId: profileIdSchema.parse('sandbox'),
    ...overrides,
  };
}

export function searchOf(
  overrides: Partial<LogQuery> = {},
  pageSize = 50,
): OperationInput<'log.search'> {
  return { searchId: randomUUID(), query: queryOf(overrides), pageSize };
}
