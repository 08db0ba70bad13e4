import { createHash } from 'node:crypto';

import type { DepositDraft } from '#shared/domain/draft.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { ok } from '#shared/domain/result.ts';

import {
  type Imports,
  type ReadyRow,
  type ReadyRows,
  createRowsDigest,
} from '../importing/imports.ts';
import { createDraftOf } from './builders.ts';

/** What the page is shown of them. */
export const SHOWN_DIGEST = 'd'.repeat(64);
const HEADERS = ['Customer', 'Amount', 'Order'];

type RowOf = (number: number) => { readonly customer: string; readonly order: string };

/** Row 2 and on of a file with a header: customer, amount and an order id, which may be empty. */
export function readyRowsOf(profileId: ProfileId, count: number, of: RowOf): ReadyRows {
  const rows = Array.from({ length: count }, (_, at): ReadyRow => {
    const { customer, order } = of(at);
    const draft: DepositDraft = createDraftOf({ customer, order_id: order });
    return {
      row: at + 2,
      cells: [customer, '1 500,00', order],
      fields: { customer, amount: '1500.00', currency: 'RUB', order_id: order },
      draft,
    };
  });
  const rowsDigest = createRowsDigest();
  rowsDigest.add(rows);
  return {
    profileId,
    flow: 'create',
    file: 'customers.csv',
    sha256: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
    headers: HEADERS,
    limitsSnapshotId: null,
    count,
    totals: [{ currency: 'RUB', requests: count, cents: count * 150_000 }],
    rowsDigest: rowsDigest.digest(),
    digest: SHOWN_DIGEST,
    read: async (from, some) => rows.slice(from, from + some),
  };
}

/** Each row is another customer's, without an order id. */
export const unnumbered: RowOf = (at) => ({ customer: `cust-${at}`, order: '' });

/** An import that has read these rows, whatever its id. */
export function memoryImports(ready: ReadyRows): Imports {
  return { ready: async () => ok(ready) };
}
