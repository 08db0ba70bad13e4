import { z } from 'zod';

import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { FIELD_FAULTS } from './draft.ts';
import { intentIdSchema, limitsSnapshotIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { type AmountUnit, MONEY_FAULTS, centsSumSchema } from './money.ts';

/** A file or a pasted range of up to this size is read. Anything beyond is refused before it is parsed. */
export const MAX_IMPORT_ROWS = 100_000;
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
/** The page sends a file in pieces of this many bytes. */
export const IMPORT_PIECE_BYTES = 512 * 1024;
export const PREVIEW_ROWS = 20;

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251'] as const;
export const DELIMITERS = [',', ';', '\t'] as const;
export const DECIMAL_MARKS = ['.', ','] as const;

/** How the file is read. Null: detected. A value that the file's format does not have is ignored. */
export const importChoicesSchema = z.strictObject({
  encoding: z.enum(ENCODINGS).nullable(),
  delimiter: z.enum(DELIMITERS).nullable(),
  decimalMark: z.enum(DECIMAL_MARKS).nullable(),
  /** Name of a sheet of an XLSX file. */
  sheet: z.string().max(255).nullable(),
  /** Number of the row with the headers, from 1; 0: the file has none. */
  headerRow: z.int().min(0).max(20).nullable(),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;
export const DETECT_ALL: ImportChoices = {
  encoding: null,
  delimiter: null,
  decimalMark: null,
  sheet: null,
  headerRow: null,
};

/** Fields of a request that a column can fill, in the order of the form. */
export const BATCH_FIELDS = [
  'amount',
  'currency',
  'payment_type',
  'customer',
  'order_id',
  'customer_phone_number',
  'callback_url',
  'success_url',
  'reject_url',
  'note',
] as const;
export const batchFieldSchema = z.enum(BATCH_FIELDS);
export type BatchField = z.infer<typeof batchFieldSchema>;

export const AMOUNT_UNITS = ['major', 'minor'] as const satisfies readonly AmountUnit[];
export const amountUnitSchema = z.enum(AMOUNT_UNITS);

const columnSchema = z.strictObject({ from: z.literal('column'), column: z.int().nonnegative() });
const constantSchema = z.strictObject({
  from: z.literal('constant'),
  text: z.string().max(4096),
});
export const fieldSourceSchema = z.discriminatedUnion('from', [columnSchema, constantSchema]);
/** A field that is not in it is left empty. The unit of a column of amounts goes with the column: another column has its own. */
export const mappingSchema = z.partialRecord(
  batchFieldSchema,
  z.discriminatedUnion('from', [
    columnSchema.extend({ unit: amountUnitSchema.optional() }),
    constantSchema,
  ]),
);
export type Mapping = z.infer<typeof mappingSchema>;

/** `amount_cents`, `Сумма, коп.`, `Summa (tiyin)`; not `percent`, `процент`, `центр` or `копия`. */
const MINOR_HEADER =
  /cents|minor|ti[iy]i?n|tyi?[iy]n|ти[иы]н|тий[иы]?н|тыйын|¢|penn(?:y|ies)|pence|subunit|1\/100|(?<!\p{L})(?:c(?:en)?ts?(?!\p{L})|kop(?!i(?!y?k)|y)|коп(?!и|ь)|цент(?!р)|дирам|diram)/iu;
/** `СуммаВКопейках`, `amountKop`: headers of one word, as accounting programs write them. */
const WORD_BEGINS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** What the header of a column says that its amounts count. */
export function unitByHeader(header: string | undefined): AmountUnit {
  return MINOR_HEADER.test((header ?? '').replaceAll(WORD_BEGINS, ' ')) ? 'minor' : 'major';
}

/** Null: the header names minor units, and the operator has not said what the column counts. A wrong guess is a hundredfold amount. */
export function amountUnitOf(
  source: Mapping['amount'],
  headers: readonly string[],
): AmountUnit | null {
  if (source?.from !== 'column') return 'major';
  return source.unit ?? (unitByHeader(headers[source.column]) === 'minor' ? null : 'major');
}

/** Why a whole file is refused. */
export const IMPORT_REFUSALS = [
  'not_a_table',
  'encrypted',
  'empty',
  'too_large',
  'unpacks_too_large',
  'too_many_rows',
  'row_too_long',
  'damaged',
  /** It was changed, moved or deleted while it was read. */
  'file_changed',
  'sheet_not_found',
  'cancelled',
  /** The desk was started again, or the import was closed. */
  'gone',
] as const;

export type ImportRefusal = (typeof IMPORT_REFUSALS)[number];

const cells = z.array(z.string()).readonly();

export const importReadingSchema = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  /** What was detected or chosen. Null where the format has none. */
  encoding: z.enum(ENCODINGS).nullable(),
  delimiter: z.enum(DELIMITERS).nullable(),
  decimalMark: z.enum(DECIMAL_MARKS),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()).readonly(),
  headerRow: z.int().nonnegative(),
  /** One per column; `Column 3` where the file has none. */
  headers: cells,
  /** Without the header. */
  rows: z.int().nonnegative(),
  sha256: z.string(),
  /** The first rows as they stand in the file. */
  preview: z.array(cells).readonly(),
  mapping: mappingSchema,
  /** The mapping is the one that was used for these headers before. */
  isRemembered: z.boolean(),
});
export type ImportReading = z.infer<typeof importReadingSchema>;

/** Damage that spreadsheets do to numbers and texts. */
const CELL_DAMAGES = [
  /** `1.23457E+15`: digits are lost. */
  'scientific',
  /** More than fifteen digits that end in zeros: the spreadsheet replaced them. */
  'digits_lost',
  /** A phone or order number shorter than its neighbours that begin with a zero. */
  'leading_zero_lost',
  /** A date where a number is expected. */
  'date_in_place',
  /** Removed while reading, and said so. */
  'hidden_characters',
  /** The apostrophe that keeps `=`, `+`, `-` or `@` from being a formula was removed. */
  'guard_removed',
  /** `#REF!`, `#N/A` and the like, or a formula whose value the file does not hold. */
  'formula_error',
  /** A byte that the encoding does not have: the file was saved in another one. */
  'broken_characters',
] as const;

const ROW_PROBLEMS = [
  ...FIELD_FAULTS,
  ...MONEY_FAULTS,
  ...CELL_DAMAGES,
  'phone_not_readable',
  /** The header names minor units, and no unit was chosen. */
  'unit_unclear',
  /** More cells than the header has columns: a delimiter inside a value may have shifted the others. */
  'extra_cells',
  'twice_in_file',
  /** A request with this order id exists or may exist. */
  'order_in_log',
  /** The same customer and amount within the profile's window. */
  'same_lately',
  /** The same customer and amount as an unresolved unknown: never issued from a file. */
  'unanswered_before',
  /** Another row, or a request or plan that it would collide with, has the same text in another form of Unicode. */
  'other_spelling',
  /** Above the amount that the profile wants restated. */
  'above_threshold',
] as const;

/** `refuse`: the row cannot be issued. `confirm`: only after the operator has accepted this problem. `tell`: for information. */
const PROBLEM_FORCES = ['refuse', 'confirm', 'tell'] as const;

const rowProblemSchema = z.strictObject({
  code: z.enum(ROW_PROBLEMS),
  field: batchFieldSchema.nullable(),
  force: z.enum(PROBLEM_FORCES),
  /** The bound that was crossed, in minor units; or the longest allowed length. */
  limit: z.number().nullable(),
  /** The other row of the file, or the request in the log, that it collides with. */
  otherRow: z.int().positive().optional(),
  otherIntentId: intentIdSchema.optional(),
  /** The batch whose plan has the order id and has not sent it yet. */
  otherBatchId: z.uuid().optional(),
});
export type RowProblem = z.infer<typeof rowProblemSchema>;

/** One row of the file, as it will be issued. */
export const checkedRowSchema = z.strictObject({
  /** Its number in the file as a spreadsheet shows it, from 1, header included. */
  row: z.int().positive(),
  /** As they stand in the file. */
  cells,
  /** Columns whose text the operator has corrected, with the text in force. */
  corrections: z.record(z.string(), z.string()),
  /** The texts of the fields, read and cleaned. */
  fields: z.partialRecord(batchFieldSchema, z.string()),
  /** Null where the amount cannot be read. */
  cents: z.int().nullable(),
  problems: z.array(rowProblemSchema).readonly(),
  /** The operator's reason, or `hidden`; null: it takes part. */
  leftOut: z.string().nullable(),
});
export type CheckedRow = z.infer<typeof checkedRowSchema>;

/** All rows with the same problem in the same field. */
const problemGroupSchema = z.strictObject({
  /** `code` or `code:field`; with `:confirm` behind it where the same problem refuses other rows. */
  key: z.string().max(80),
  code: z.enum(ROW_PROBLEMS),
  field: batchFieldSchema.nullable(),
  force: z.enum(PROBLEM_FORCES),
  /** Rows that take part and have it. */
  rows: z.int().nonnegative(),
  /** Of a problem to confirm: the operator has accepted it. */
  isAccepted: z.boolean(),
});
export type ProblemGroup = z.infer<typeof problemGroupSchema>;

export const currencyTotalSchema = z.strictObject({
  currency: currencySchema,
  requests: z.int().nonnegative(),
  cents: centsSumSchema,
});

const sameBeforeSchema = z.strictObject({
  batchId: z.uuid(),
  name: z.string(),
  createdAt: timestampSchema,
  isSameFile: z.boolean(),
  sharedRows: z.int().positive(),
});
export type SameBefore = z.infer<typeof sameBeforeSchema>;

export const checkDigestSchema = z.string().regex(/^[0-9a-f]{64}$/u);

export const importCheckSchema = z.strictObject({
  rows: z.int().nonnegative(),
  /**
   * Rows that would be issued now: without problems that refuse or wait for a decision. While `sameBefore` waits for its own
   * decision none of them can be issued.
   */
  ready: z.int().nonnegative(),
  leftOut: z.int().nonnegative(),
  /** Rows that the spreadsheet does not show: left out until the operator takes them in. `first`: their numbers in the file. */
  hidden: z.strictObject({
    rows: z.int().nonnegative(),
    leftOut: z.int().nonnegative(),
    first: z.array(z.int().positive()).readonly(),
  }),
  groups: z.array(problemGroupSchema).readonly(),
  /** Of the rows that are ready. */
  totals: z.array(currencyTotalSchema).readonly(),
  /** The limits that the rows were held against. */
  limitsSnapshotId: limitsSnapshotIdSchema.nullable(),
  limitsAt: timestampSchema.nullable(),
  /** An earlier batch with the same file, or with at least half of its rows. */
  sameBefore: sameBeforeSchema.nullable(),
  /** The operator has seen it and goes on. */
  isSameAccepted: z.boolean(),
  /** SHA-256 over what would be issued now and where it would go. `batch.start` names it, so that nothing else is issued. */
  digest: checkDigestSchema,
});
export type ImportCheck = z.infer<typeof importCheckSchema>;

/** An import as its page left it, so that a reload goes on with it. */
export const currentImportSchema = z.strictObject({
  importId: z.uuid(),
  profileId: profileIdSchema,
  flow: flowSchema,
  /** Null: pasted rows. */
  file: z.string().nullable(),
  choices: importChoicesSchema,
  reading: importReadingSchema,
  mapping: mappingSchema,
  /** Null: not checked with this mapping. */
  check: importCheckSchema.nullable(),
});
export type CurrentImport = z.infer<typeof currentImportSchema>;

/** What a long step is doing. */
export const importProgressSchema = z.strictObject({
  importId: z.uuid(),
  step: z.enum(['reading', 'checking', 'freezing']),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
});
export type ImportProgress = z.infer<typeof importProgressSchema>;
