import { randomUUID } from 'node:crypto';

import { queryOf } from '../../../src/core/testing/searching.ts';
import type { OperationInput } from '../../../src/shared/contract/operations.ts';

type Order = OperationInput<'export.start'>;

/** Everything as masked CSV, unless something else is asked for. */
export function exportOf(overrides: Partial<Order> = {}): Order {
  return {
    exportId: randomUUID(),
    query: queryOf(),
    format: 'csv',
    delimiter: 'comma',
    requisites: 'masked',
    ...overrides,
  };
}
