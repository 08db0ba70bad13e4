import { z } from 'zod';

import { openForReading } from '#core/log/store/database.ts';
import type { LogPaths } from '#core/log/store/paths.ts';
import { currencySchema } from '#shared/domain/currency.ts';
import { Money, minorUnitsSchema } from '#shared/domain/money.ts';
import type { StatementRow } from '#shared/domain/statement.ts';

/** A list as the merchant's provider would write it, of the newest requests. */
export type SampleStatement = {
  readonly merchant: string;
  readonly rows: readonly StatementRow[];
  readonly from: string;
  readonly to: string;
};

const requestSchema = z.object({
  orderId: z.string(),
  remoteId: z.string(),
  createdMs: z.int(),
  cents: minorUnitsSchema,
  currency: currencySchema,
  customer: z.string().nullable(),
  state: z.string().nullable(),
});

const SQL = {
  merchant:
    "SELECT merchant FROM request WHERE mode = 'live' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  newest: `
    SELECT e.order_id AS orderId, e.remote_id AS remoteId, e.created_ms AS createdMs, e.cents, e.currency, e.customer, e.state
    FROM found.entry e JOIN request r ON r.first_seq = e.seq
    WHERE e.outcome = 'accepted' AND r.merchant = ? AND r.mode = 'live' ORDER BY e.place DESC LIMIT ?`,
};

/** One row in a thousand is missing, has another amount, is there twice, or has an order id that a spreadsheet has damaged. */
export function sampleStatement(paths: LogPaths, most: number): SampleStatement {
  const db = openForReading(paths.file);
  try {
    db.prepare('ATTACH ? AS found').run(paths.index);
    const merchant = z.string().parse(db.prepare(SQL.merchant).pluck().get());
    const requests = z.array(requestSchema).parse(db.prepare(SQL.newest).all(merchant, most));
    const oldest = requests.at(-1)?.createdMs ?? 0;
    const rows = requests.toReversed().flatMap((request, at): readonly Listed[] => {
      if (at % 1000 === 1) return [];
      const { cents, orderId } = request;
      const changed = {
        ...request,
        cents: at % 1000 === 2 ? minorUnitsSchema.parse(cents + 100) : cents,
        orderId: at % 1000 === 3 ? `${orderId} ` : orderId,
      };
      return at % 1000 === 4 ? [changed, changed] : [changed];
    });
    return {
      merchant,
      rows: rows.slice(0, most).map(rowOf),
      from: new Date(oldest).toISOString(),
      to: new Date((requests[0]?.createdMs ?? 0) + 1).toISOString(),
    };
  } finally {
    db.close();
  }
}

type Listed = z.infer<typeof requestSchema>;

function rowOf({ createdMs, ...listed }: Listed, at: number): StatementRow {
  const time = new Date(createdMs + 5000).toISOString();
  const { remoteId, orderId, cents, currency, state, customer } = listed;
  const cells = [
    remoteId,
    orderId,
    Money.shown(cents, currency, 'en'),
    currency,
    state ?? '',
    time,
  ];
  return {
    row: at + 2,
    kind: 'deposit',
    remoteId,
    orderId,
    cents,
    currency,
    state,
    customer,
    paidCents: null,
    at: time,
    feeCents: null,
    problems: [],
    cells,
  };
}
