import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type SaltedRow, readPlannedRow } from './batchRows.ts';
import { type WholeLink, digestOf, toHex } from './chain.ts';
import { rowsOfPart } from './rowDigests.ts';
import { type SaltedStatementRow, partDigest, readStatementDocument } from './statementRows.ts';

/** Rows of a plan or of a statement beside the event that has their digests: how a segment of a backup carries them. */

const bodySchema = z.object({
  batchId: z.string(),
  rows: z.array(z.tuple([z.int(), z.string(), z.string()])),
});
const partSchema = z.object({
  statementId: z.string(),
  first: z.int(),
  last: z.int(),
  rows: z.int(),
  digest: z.string(),
});
const keptSchema = z.array(z.object({ salt: z.instanceof(Uint8Array), document: z.string() }));
const attachedSchema = z.array(z.tuple([z.string(), z.string()]));

const ROWS = `
  SELECT salt, document FROM batch_row
  WHERE batch_id = ? AND row BETWEEN ? AND ? AND seq = ? ORDER BY row`;

type PlannedBody = z.infer<typeof bodySchema>;
type StatementPart = z.infer<typeof partSchema>;

/** Each event with the rows that it has digests of. */
export function* withPlannedRows(
  db: Database,
  links: Iterable<WholeLink>,
): Generator<WholeLink & { readonly attached?: Buffer }> {
  for (const link of links) {
    const rows = keptRows(db, link);
    yield rows === null ? link : { ...link, attached: packed(rows) };
  }
}

/** The rows that are attached to an event; none for an event without digests. Throws where one is not the row that was frozen. */
export function plannedRowsOf(link: WholeLink, attached?: Uint8Array): readonly SaltedRow[] {
  const body = bodyOf(link);
  if (body === null) return [];
  const digests = new Map(body.rows.map(([row, , digest]) => [row, digest]));
  const rows = unpacked(attached).map(({ salt, document }) => {
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
  if (kind !== 'batch_planned' || salted === null) return null;
  return bodySchema.parse(JSON.parse(salted.toString('utf8', saltBytes)));
}

/** The same of a statement. Throws where the rows are not the ones that were read. */
export function statementRowsOf(
  link: WholeLink,
  attached?: Uint8Array,
): readonly SaltedStatementRow[] {
  const part = statementPartOf(link);
  if (part === null) return [];
  const rows = unpacked(attached).map((kept) => ({
    ...kept,
    row: readStatementDocument(kept.document).row,
  }));
  if (rows.length === part.rows && partDigest(rows) === part.digest) return rows;
  throw new Error(`rows of the statement at event ${link.seq} are not as they were read`);
}

function statementPartOf({ kind, salted, saltBytes }: WholeLink): StatementPart | null {
  if (kind !== 'statement_rows' || salted === null) return null;
  return partSchema.parse(JSON.parse(salted.toString('utf8', saltBytes)));
}

type Kept = z.infer<typeof keptSchema>[number];

/** Null: the event has no digests of rows. */
function keptRows(db: Database, link: WholeLink): readonly Kept[] | null {
  const part = statementPartOf(link);
  if (part !== null) return rowsOfPart({ db }, link.seq, part);
  const body = bodyOf(link);
  if (body === null) return null;
  const numbers = body.rows.map(([row]) => row);
  const range = [Math.min(...numbers), Math.max(...numbers)];
  return keptSchema.parse(db.prepare(ROWS).all(body.batchId, ...range, link.seq));
}

function packed(rows: readonly Kept[]): Buffer {
  const pairs = rows.map(({ salt, document }) => [Buffer.from(salt).toString('hex'), document]);
  return Buffer.from(JSON.stringify(pairs));
}

function unpacked(attached?: Uint8Array): readonly Kept[] {
  const text = Buffer.from(attached ?? []).toString('utf8');
  const pairs = attachedSchema.parse(JSON.parse(text === '' ? '[]' : text));
  return pairs.map(([hex, document]) => ({ salt: Buffer.from(hex, 'hex'), document }));
}
