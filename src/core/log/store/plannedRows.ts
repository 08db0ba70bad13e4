import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type SaltedRow, readPlannedRow } from './batchRows.ts';
import { type WholeLink, digestOf, toHex } from './chain.ts';

/** The rows of a plan beside the event that has their digests: how a segment of a backup carries them. */

const bodySchema = z.object({
  batchId: z.string(),
  rows: z.array(z.tuple([z.int(), z.string(), z.string()])),
});
const keptSchema = z.array(z.object({ salt: z.instanceof(Uint8Array), document: z.string() }));
const attachedSchema = z.array(z.tuple([z.string(), z.string()]));

const ROWS = `
  SELECT salt, document FROM batch_row
  WHERE batch_id = ? AND row BETWEEN ? AND ? AND seq = ? ORDER BY row`;

type PlannedBody = z.infer<typeof bodySchema>;

/** Each event with the rows that it has digests of. */
export function* withPlannedRows(
  db: Database,
  links: Iterable<WholeLink>,
): Generator<WholeLink & { readonly attached?: Buffer }> {
  for (const link of links) {
    const body = bodyOf(link);
    yield body === null ? link : { ...link, attached: packed(db, link.seq, body) };
  }
}

/** The rows that are attached to an event; none for an event without digests. Throws where one is not the row that was frozen. */
export function plannedRowsOf(link: WholeLink, attached?: Uint8Array): readonly SaltedRow[] {
  const body = bodyOf(link);
  if (body === null) return [];
  const text = Buffer.from(attached ?? []).toString('utf8');
  const pairs = attachedSchema.parse(JSON.parse(text === '' ? '[]' : text));
  const digests = new Map(body.rows.map(([row, , digest]) => [row, digest]));
  const rows = pairs.map(([hex, document]) => {
    const salt = Buffer.from(hex, 'hex');
    const row = readPlannedRow(document);
    if (digests.get(row.row) !== toHex(digestOf(salt, document))) {
      throw new Error(`row ${row.row} of the plan at event ${link.seq} is not as it was frozen`);
    }
    return { row, document, salt };
  });
  if (new Set(rows.map(({ row }) => row.row)).size === digests.size) return rows;
  throw new Error(`rows of the plan at event ${link.seq} are missing`);
}

function bodyOf({ kind, salted, saltBytes }: WholeLink): PlannedBody | null {
  if (kind !== 'batch_planned') return null;
  return bodySchema.parse(JSON.parse(salted.toString('utf8', saltBytes)));
}

function packed(db: Database, seq: number, { batchId, rows }: PlannedBody): Buffer {
  const numbers = rows.map(([row]) => row);
  const range = [Math.min(...numbers), Math.max(...numbers)];
  const kept = keptSchema.parse(db.prepare(ROWS).all(batchId, ...range, seq));
  const pairs = kept.map(({ salt, document }) => [Buffer.from(salt).toString('hex'), document]);
  return Buffer.from(JSON.stringify(pairs));
}
