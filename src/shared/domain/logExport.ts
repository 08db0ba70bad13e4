import { z } from 'zod';

import { logQuerySchema } from './logSearch.ts';

/** In the order in which they are offered. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'jsonl'] as const;

/** Excel reads no further. */
export const XLSX_MAX_ROWS = 1_048_576;

export const exportOrderSchema = z.strictObject({
  /** Born with the press of the button, so that pressing twice exports once. */
  exportId: z.uuid(),
  query: logQuerySchema,
  format: z.enum(EXPORT_FORMATS),
  /** Only for CSV. */
  delimiter: z.enum(['comma', 'semicolon']),
  requisites: z.enum(['masked', 'whole']),
  /** The host asks the operator for another folder first; later files go there too, until the desk closes. */
  elsewhere: z.boolean().optional(),
});
export type ExportOrder = z.infer<typeof exportOrderSchema>;

const EXPORT_PROBLEMS = [
  'disk_full',
  /** The system keeps this program out of the folder: macOS's privacy, Windows's protected folders, plain rights. */
  'folder_denied',
  'cannot_write',
  'too_many_rows',
  'log_unavailable',
] as const;

/** Written to a temporary name first: a file under its own name is whole. */
export const exportStateSchema = z.strictObject({
  exportId: z.uuid(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  written: z.int().nonnegative(),
  /** Null: not counted yet. */
  total: z.int().nonnegative().nullable(),
  /** Where it is, once it is done; beside it stands `<file>.proof`. */
  file: z.string().nullable(),
  problem: z
    .strictObject({ code: z.enum(EXPORT_PROBLEMS), detail: z.string().nullable() })
    .nullable(),
});
export type ExportState = z.infer<typeof exportStateSchema>;

/** A piece of an exported file, for a page that hands it to its browser. Read on from `from` plus the piece until `bytes`. */
export const exportPieceSchema = z.strictObject({
  /** The name alone, without folders. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  base64: z.string(),
});
export type ExportPiece = z.infer<typeof exportPieceSchema>;

/** The sidecar of an exported file, checked by `npm run verify-export`. */
export const exportProofSchema = z.strictObject({
  proof: z.literal('deposit-desk-export/1'),
  /** The name alone, without folders. */
  file: z.string(),
  format: z.enum(EXPORT_FORMATS),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  requisites: z.enum(['masked', 'whole']),
  /** Not there: the rows are those of a report. */
  query: logQuerySchema.optional(),
  /** The statement that the report is of, and the SHA-256 of its file. */
  statement: z.strictObject({ statementId: z.uuid(), sha256: z.string() }).optional(),
  /** The log's newest event when the rows were read: proves which log they come from. */
  chainHead: z.strictObject({ seq: z.int().nonnegative(), hash: z.string() }),
  exportedAt: z.iso.datetime({ precision: 3 }),
  operator: z.string(),
});
export type ExportProof = z.infer<typeof exportProofSchema>;
