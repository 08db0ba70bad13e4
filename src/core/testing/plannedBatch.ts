import { type BatchPlan, DEFAULT_PACE } from '#shared/domain/batch.ts';

import type { PlannedRow } from '../log/store/batchRows.ts';
import { OPERATOR, createDraftOf, intent, profileOf } from './builders.ts';

export const BATCH = '00000000-0000-4000-8000-0000000000b1';

export function planOf(rows: number): BatchPlan {
  const { id: profileId, name: profileName, mode, merchant } = profileOf();
  return {
    // Not in the order of the schema: no rebuild may depend on it.
    limitsSnapshotId: null,
    profileId,
    profileName,
    mode,
    origin: 'https://provider.example',
    merchant,
    flow: 'create',
    file: 'customers.csv',
    sha256: 'f'.repeat(64),
    headers: ['Customer'],
    operator: OPERATOR,
    pace: DEFAULT_PACE,
    rows,
    totals: [{ currency: 'RUB', requests: rows, cents: rows * 150_000 }],
  };
}

export function rowOf(row: number): PlannedRow {
  const customer = `cust-R-${row}`;
  return {
    row,
    intentId: intent(`R-${row}`),
    cells: [customer],
    fields: { customer, order_id: `R-${row}` },
    draft: createDraftOf({ customer, order_id: `R-${row}` }),
  };
}
