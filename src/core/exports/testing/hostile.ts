import type Database from 'better-sqlite3';

import { profileIdSchema } from '#shared/domain/ids.ts';

import { EXPORTED, columnsSql } from '../../search/exportEntry.ts';
import type { ExportRow } from '../../search/exportRows.ts';
import { openSqlite } from '../../sqlite/openSqlite.ts';

/** What a customer may have typed, or a provider sent, on purpose. */
const HOSTILE: readonly string[] = [
  'plain',
  'a "quoted" one',
  '"',
  'comma, and; semicolon',
  'line\nfeed',
  'carriage\rreturn',
  'both\r\n',
  '\ttab',
  'NUL\0inside',
  "=cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  '-1+cmd',
  '+998901234567',
  '-12.50',
  "'=1",
  "''",
  ' blanks ',
  '😀 emoji',
  '\u202eright to left\u202c',
  'שלום עולם',
  '\ufeffBOM',
  '\uffff\ufffe',
  '_x000D_ literal _x0041_ _x_',
  '<&>]]>',
  '\u0001\u001f\u007f\u0085\u2028',
  '＝full width',
  '0000123456789012345',
];
/** UTF-8 has no place for half a character: the database itself replaces it. */
const LONE_SURROGATE = 'half \ud83d of one';

/** These hold one of a few words, which the log's own schema sees to. */
const FIXED = new Set(['mode', 'flow', 'currency', 'outcome', 'reason_code', 'resolution']);
/** Typed by an operator, or sent by a provider. */
const FREE_COLUMNS = [
  ...Object.entries(EXPORTED).flatMap(([name, type]) =>
    type.startsWith('TEXT') && !FIXED.has(name) ? [name] : [],
  ),
  'said',
];

/** Every hostile value in every column: once among others, and once in all that can be anything at all. Each row has another attention. */
export function hostileRows(): readonly ExportRow[] {
  const values = [...HOSTILE, LONE_SURROGATE];
  const mixed = values.map((_, row) =>
    FREE_COLUMNS.map((name, column): [string, string] => [
      name,
      values[(row + column) % values.length] ?? '',
    ]),
  );
  const alike = values.map((value) => FREE_COLUMNS.map((name): [string, string] => [name, value]));
  return [...mixed, ...alike].map((texts, row) =>
    exportRowOf({
      ...Object.fromEntries(texts),
      created_ms: Date.parse('2026-03-29T00:59:59.000Z') + row * 60_007,
      attention: row,
    }),
  );
}

export function exportRowOf(overrides: Partial<ExportRow> = {}): ExportRow {
  return {
    created_ms: Date.parse('2026-11-15T09:03:22.007Z'),
    order_id: 'A-1',
    customer: null,
    phone: null,
    profile_name: 'Shop',
    mode: 'live',
    operator: 'Anna',
    flow: 'create',
    payment_type: 'sbp',
    currency: 'RUB',
    sent_cents: 150_005,
    returned_cents: null,
    outcome: 'accepted',
    reason_code: null,
    resolution: null,
    state: null,
    remote_id: null,
    number: null,
    masked_number: null,
    name: null,
    bank_name: null,
    bic: null,
    url: null,
    masked_url: null,
    is_sample: 0,
    is_flagged: 0,
    profile_id: profileIdSchema.parse('shop'),
    attention: 0,
    said: null,
    ...overrides,
  };
}

/** As much of the index as an export reads. */
export function indexOf(rows: readonly ExportRow[]): Database.Database {
  const db = openSqlite(':memory:');
  const columns = `profile_id TEXT NOT NULL, attention INTEGER NOT NULL, said TEXT, ${columnsSql(EXPORTED)}`;
  db.exec(`CREATE TABLE entry (place INTEGER PRIMARY KEY, ${columns}) STRICT`);
  const names = Object.keys(exportRowOf());
  const insert = db.prepare(
    `INSERT INTO entry (place, ${names.join(', ')}) VALUES (@place, ${names.map((name) => `@${name}`).join(', ')})`,
  );
  for (const [place, row] of rows.entries()) insert.run({ ...row, place });
  return db;
}
