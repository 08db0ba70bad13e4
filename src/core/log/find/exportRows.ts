import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CURRENCIES, decimalsOf } from '#shared/domain/currency.ts';
import type { ExportOrder } from '#shared/domain/logExport.ts';

import { EXPORT_COLUMNS, type ExportColumn, type ExportValues } from '../../export/columns.ts';
import { csvField } from '../../export/csvField.ts';
import { type OffsetFrom, offsetText } from '../../export/zoneOffsets.ts';

export type ExportRowsOptions = {
  readonly delimiter: ',' | ';';
  readonly requisites: ExportOrder['requisites'];
  /** Of the zone that local times are in. */
  readonly offsets: readonly OffsetFrom[];
  /** SQL for the names of the reasons for attention, joined by blanks. */
  readonly attention: string;
};

export type ExportRows = {
  /** Whole lines in the order of `places`, which are at most a few thousand. */
  readonly csv: (places: Uint32Array) => Buffer;
  readonly values: (places: Uint32Array) => readonly ExportValues[];
};

const SECRET = '••••••';
const bytesSchema = z.instanceof(Buffer).nullable();
const valuesSchema = z.custom<readonly ExportValues[]>(Array.isArray);

/**
 * Rows of the index as lines of a file. SQLite puts the lines together, because a value that crosses into JavaScript costs more
 * than writing it; only rows with something to quote or to guard come over, so that there is one rule for that.
 */
export function createExportRows(db: Database, options: ExportRowsOptions): ExportRows {
  const { delimiter } = options;
  const expressions = expressionsOf(options);
  const list = EXPORT_COLUMNS.map((column) => expressions[column]);
  const plain = list.join(`, '${delimiter}', `);
  db.function('csv_line', { varargs: true, deterministic: true }, (...values: unknown[]) =>
    csvLine(values.map(textOf), delimiter),
  );
  const line = `CASE is_plain WHEN 1 THEN concat(${plain}, char(13, 10)) ELSE csv_line(${list.join(', ')}) END`;
  const joined = (from: string): string =>
    `SELECT CAST(group_concat(line, '') AS BLOB) FROM (SELECT ${line} AS line ${from})`;
  const rows = (from: string): string => `SELECT ${list.join(', ')} ${from}`;
  const lines = preparedBy((from) => db.prepare(joined(from)).pluck());
  const values = preparedBy((from) => db.prepare(rows(from)).raw());
  return {
    csv(places) {
      const { statement, args } = lines(places);
      return bytesSchema.parse(statement.get(...args)) ?? Buffer.alloc(0);
    },
    values(places) {
      const { statement, args } = values(places);
      return valuesSchema.parse(statement.all(...args));
    },
  };
}

/** What a line is made of, quoted and guarded. */
export function csvLine(values: ExportValues, delimiter: ',' | ';'): string {
  return `${values.map((value) => (value === null ? '' : csvField(value))).join(delimiter)}\r\n`;
}

const FROM_RANGE = 'FROM entry WHERE place BETWEEN ? AND ? ORDER BY place';
const FROM_LIST =
  'FROM json_each(?) AS listed CROSS JOIN entry ON entry.place = listed.value ORDER BY listed.key';

/** Places that follow each other are a scan; others are looked up one by one. */
function preparedBy<S>(prepare: (from: string) => S) {
  const up = prepare(FROM_RANGE);
  const down = prepare(`${FROM_RANGE} DESC`);
  const listed = prepare(FROM_LIST);
  return (places: Uint32Array): { readonly statement: S; readonly args: readonly unknown[] } => {
    const first = places.at(0) ?? 0;
    const last = places.at(-1) ?? 0;
    if (isRun(places, 1)) return { statement: up, args: [first, last] };
    if (isRun(places, -1)) return { statement: down, args: [last, first] };
    return { statement: listed, args: [`[${places.join(',')}]`] };
  };
}

function isRun(places: Uint32Array, step: 1 | -1): boolean {
  const first = places.at(0) ?? 0;
  return places.every((place, at) => place === first + at * step);
}

function expressionsOf({
  requisites,
  offsets,
  attention,
}: ExportRowsOptions): Readonly<Record<ExportColumn, string>> {
  const isWhole = requisites === 'whole';
  return {
    time_local: localTime(offsets),
    time_utc: `${moment('created_ms / 1000')} || 'Z'`,
    order_id: 'order_id',
    customer: 'customer',
    phone: 'phone',
    profile: 'profile_name',
    mode: 'mode',
    operator: 'operator',
    flow: 'flow',
    type: 'payment_type',
    currency: 'currency',
    amount_sent: majorUnits('sent_cents'),
    amount_returned: majorUnits('returned_cents'),
    outcome: 'outcome',
    reason: 'reason_code',
    resolution: 'resolution',
    state: 'state',
    heard_amount: 'heard_amount',
    remote_id: 'remote_id',
    requisite_number: isWhole ? 'number' : 'masked_number',
    // Enough to tell two apart.
    requisite_name: isWhole ? 'name' : `substr(name, 1, 1) || '${SECRET}'`,
    requisite_bank: 'bank_name',
    requisite_bic: 'bic',
    requisite_link: isWhole ? 'url' : 'masked_url',
    sample: "iif(is_sample, 'yes', 'no')",
    flagged: "iif(is_flagged, 'yes', 'no')",
    attention,
  };
}

function localTime(offsets: readonly OffsetFrom[]): string {
  const written = ({ offsetMin }: OffsetFrom): string =>
    `${moment(`created_ms / 1000 + ${offsetMin * 60}`)} || '${offsetText(offsetMin)}'`;
  const [first = { fromMs: 0, offsetMin: 0 }, ...changes] = offsets;
  if (changes.length === 0) return written(first);
  // The latest first: most rows that anybody exports are recent.
  const cases = changes
    .toReversed()
    .map((change) => `WHEN created_ms >= ${change.fromMs} THEN ${written(change)}`);
  return `CASE ${cases.join(' ')} ELSE ${written(first)} END`;
}

function moment(seconds: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%S.', ${seconds}, 'unixepoch') || substr(created_ms % 1000 + 1000, 2)`;
}

function majorUnits(cents: string): string {
  const byDecimals = CURRENCIES.map((currency) => ({ currency, decimals: decimalsOf(currency) }));
  const written = (decimals: number): string => {
    const unit = 10 ** decimals;
    return decimals === 0
      ? `CAST(${cents} AS TEXT)`
      : `${cents} / ${unit} || '.' || substr(${cents} % ${unit} + ${unit}, 2)`;
  };
  const [first = 2, ...others] = new Set(byDecimals.map(({ decimals }) => decimals));
  if (others.length === 0) return written(first);
  const cases = byDecimals.map(
    ({ currency, decimals }) => `WHEN '${currency}' THEN ${written(decimals)}`,
  );
  return `CASE currency ${cases.join(' ')} END`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
