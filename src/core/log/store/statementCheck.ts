import { z } from 'zod';

import { openSqlite } from '../../sqlite/openSqlite.ts';
import { differenceIn } from './batchCheck.ts';
import type { EventOf, StatementEvent } from './events.ts';
import type { ProjectionFault } from './projectionPass.ts';
import { SCHEMA_SQL } from './schema.ts';
import { createStatementRows, isStatementEvent, partDigest } from './statementRows.ts';
import type { Store } from './store.ts';

/** The first rows of a statement that are not as they were read, or a projection that is not what its events give; or null. */
export function statementFault(store: Store, headSeq: number): ProjectionFault | null {
  return rowsFault(store, headSeq) ?? store.db.transaction(() => projectedFault(store))();
}

const ROWS = `
  SELECT row, salt, document FROM statement_row
  WHERE statement_id = ? AND row BETWEEN ? AND ? AND seq = ? ORDER BY row`;
const keptSchema = z.array(
  z.object({ row: z.int(), salt: z.instanceof(Uint8Array), document: z.string() }),
);

/** The rows of one event, in the order of the file. */
export function rowsOfPart(
  { db }: Pick<Store, 'db'>,
  seq: number,
  {
    statementId,
    first,
    last,
  }: Pick<EventOf<'statement_rows'>['body'], 'statementId' | 'first' | 'last'>,
): z.infer<typeof keptSchema> {
  return keptSchema.parse(db.prepare(ROWS).all(statementId, first, last, seq));
}

/** Part by part: memory does not grow with the statements. */
function rowsFault(store: Store, headSeq: number): ProjectionFault | null {
  const { db, events, projection } = store;
  let known = 0;
  for (const seq of events.aboutLog(['statement_rows'])) {
    const event = seq > headSeq ? null : events.bySeq(seq);
    if (event?.kind !== 'statement_rows') continue;
    const kept = rowsOfPart(store, seq, event.body);
    const { statementId, rows } = event.body;
    const mayBeErased = projection.erasing.rowsErasedBy('statement', statementId) !== null;
    const isAsWritten =
      // Some hundred rows are erased at a time: until the last one is, the digest of a part covers what is gone.
      (mayBeErased && kept.some(isErasedRow)) || partDigest(kept) === event.body.digest;
    if (kept.length !== rows || !isAsWritten) {
      return { seq, detail: `rows of the statement at event ${seq} differ` };
    }
    known += kept.length;
  }
  const all = db.prepare('SELECT count(*) FROM statement_row WHERE seq <= ?').pluck().get(headSeq);
  return Number(all) === known ? null : { seq: 1, detail: 'a row of a statement has no digest' };
}

function isErasedRow({ salt, document }: z.infer<typeof keptSchema>[number]): boolean {
  return document === '' && salt.length === 0;
}

const KINDS = [
  'statement_recorded',
  'statement_decided',
] as const satisfies readonly StatementEvent['kind'][];
/** The first column leads to the event. */
const TABLES = [
  'SELECT seq, statement_id, recorded_at, profile_id, merchant, sha256, record FROM statement ORDER BY 1',
  `SELECT (SELECT seq FROM statement s WHERE s.statement_id = m.statement_id), statement_id, row, intent_id, how, reason,
     is_flagged, note FROM statement_mark m ORDER BY statement_id, row`,
];

/** The projections made once more from the events, in a temporary file, and compared. */
function projectedFault({ db, events }: Store): ProjectionFault | null {
  const again = openSqlite('');
  try {
    again.exec(SCHEMA_SQL);
    const rows = createStatementRows(again);
    again.transaction(() => {
      for (const seq of events.aboutLog(KINDS)) {
        const event = events.bySeq(seq);
        if (event !== null && isStatementEvent(event)) rows.put(event);
      }
    })();
    const detail = (seq: number): string =>
      `the statement of event ${seq} is not what its events give`;
    return (
      TABLES.map((sql) => differenceIn(db, again, sql, detail)).find((one) => one !== null) ?? null
    );
  } finally {
    again.close();
  }
}
