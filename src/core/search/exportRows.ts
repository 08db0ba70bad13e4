import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CURRENCIES, decimalsOf } from '#shared/domain/currency.ts';
import type { ExportOrder } from '#shared/domain/logExport.ts';
import { ATTENTION_REASONS } from '#shared/domain/logSearch.ts';

import { EXPORT_COLUMNS, type ExportColumn, type ExportValues } from '../exports/columns.ts';
import { csvLine } from '../exports/csvField.ts';
import { type OffsetFrom, offsetText } from '../exports/zoneOffsets.ts';
import { EXPIRED_BIT, bitOf } from './attention.ts';
import { HIDDEN_NAME, guardBitOf } from './exportEntry.ts';
import type { Moment } from './query.ts';

export type ExportRowsOptions = {
  readonly delimiter: ',' | ';';
  readonly requisites: ExportOrder['requisites'];
  /** Of the zone that local times are in. */
  readonly offsets: readonly OffsetFrom[];
  /** Decides what has expired. */
  readonly moment: Moment;
};

export type ExportRows = {
  /** Whole lines in the order of `places`, which are at most a few thousand. */
  readonly csv: (places: Uint32Array) => Buffer;
  readonly values: (places: Uint32Array) => readonly ExportValues[];
};

/** What SQLite's `format` is given. */
type Formatted = { readonly format: string; readonly args: readonly string[] };
/** A column by itself, and as part of a line: as it is, in quotes, or in quotes and behind a guard where it needs one. */
type Cell = {
  readonly value: string;
  readonly plain: Formatted;
  readonly quoted: Formatted;
  readonly guarded: Formatted;
};

const bytesSchema = z.instanceof(Buffer).nullable();
const timesSchema = z.object({ first: z.int().nullable(), last: z.int().nullable() });
const valuesSchema = z.custom<readonly ExportValues[]>(Array.isArray);

/**
 * Rows of the index as lines of a file. SQLite puts the lines together, because a value that crosses into JavaScript costs more
 * than writing it. What has to be quoted or guarded was decided when the row was indexed, by the one rule there is (`careOf`).
 */
export function createExportRows(db: Database, options: ExportRowsOptions): ExportRows {
  const { delimiter } = options;
  const cells = cellsOf(options);
  const list = EXPORT_COLUMNS.map((name) => cells[name]);
  db.function('csv_line', { varargs: true, deterministic: true }, (...values: unknown[]) =>
    csvLine(values.map(textOf), delimiter),
  );
  const joined = (parts: readonly Formatted[]): string =>
    `format('${parts.map(({ format }) => format).join(delimiter)}' || char(13, 10), ${parts.flatMap(({ args }) => args).join(', ')})`;
  const values = list.map(({ value }) => value).join(', ');
  // `is_plain` knows the amount that was last heard; one that was said before that is looked at here.
  const line = `CASE iif(said IS heard_amount, is_plain, 0)
    WHEN 2 THEN ${joined(list.map(({ plain }) => plain))}
    WHEN 1 THEN ${joined(list.map(({ quoted }) => quoted))}
    WHEN 0 THEN csv_line(${values})
    ELSE ${joined(list.map(({ guarded }) => guarded))} END`;
  const lines = preparedBy((from) =>
    db
      .prepare(`SELECT CAST(group_concat(line, '') AS BLOB) FROM (SELECT ${line} AS line ${from})`)
      .pluck(),
  );
  const rows = preparedBy((from) => db.prepare(`SELECT ${values} ${from}`).raw());
  return {
    csv(places) {
      const { statement, args } = lines(places);
      return bytesSchema.parse(statement.get(...args)) ?? Buffer.alloc(0);
    },
    values(places) {
      const { statement, args } = rows(places);
      return valuesSchema.parse(statement.all(...args));
    },
  };
}

/** Between which moments all requests were made; null: there is none. */
export function readTimes(db: Database): { readonly fromMs: number; readonly toMs: number } | null {
  const row = db.prepare(
    'SELECT (SELECT min(created_ms) FROM entry) AS first, (SELECT max(created_ms) FROM entry) AS last',
  );
  const { first, last } = timesSchema.parse(row.get());
  return first === null || last === null ? null : { fromMs: first, toMs: last + 1 };
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

function cellsOf({
  requisites,
  offsets,
  moment,
}: ExportRowsOptions): Readonly<Record<ExportColumn, Cell>> {
  const isWhole = requisites === 'whole';
  return {
    time_local: localTime(offsets),
    time_utc: time('created_ms / 1000', "'Z'"),
    order_id: text('order_id'),
    customer: text('customer'),
    phone: text('phone'),
    profile: text('profile_name'),
    mode: column('mode'),
    operator: text('operator'),
    flow: column('flow'),
    type: text('payment_type'),
    currency: column('currency'),
    amount_sent: majorUnits('sent_cents'),
    amount_returned: column(
      `iif(returned_cents IS NULL, NULL, ${majorUnits('returned_cents').value})`,
    ),
    outcome: column('outcome'),
    reason: column('reason_code'),
    resolution: column('resolution'),
    state: text('state'),
    heard_amount: text('heard_amount', 'said'),
    remote_id: text('remote_id'),
    requisite_number: text(isWhole ? 'number' : 'masked_number'),
    requisite_name: isWhole
      ? text('name')
      : text('masked_name', `substr(name, 1, 1) || '${HIDDEN_NAME}'`),
    requisite_bank: text('bank_name'),
    requisite_bic: text('bic'),
    requisite_link: text(isWhole ? 'url' : 'masked_url'),
    sample: column("iif(is_sample, 'yes', 'no')"),
    flagged: column("iif(is_flagged, 'yes', 'no')"),
    attention: column(attentionSql(moment)),
  };
}

function column(value: string): Cell {
  return sameInQuotes(value, { format: '%s', args: [value] });
}

function formatted(format: string, args: readonly string[]): Cell {
  return sameInQuotes(`format('${format}', ${args.join(', ')})`, { format, args });
}

function sameInQuotes(value: string, plain: Formatted): Cell {
  return { value, plain, quoted: plain, guarded: plain };
}

/** What an operator typed or a provider said. `%w` doubles the quotes in it, as RFC 4180 wants them. */
function text(name: Parameters<typeof guardBitOf>[0], value: string = name): Cell {
  const whole = `coalesce(${value}, '')`;
  const apostrophe = `iif(is_plain & ${guardBitOf(name)}, char(39), '')`;
  return {
    ...column(value),
    quoted: { format: '"%w"', args: [whole] },
    guarded: { format: '"%s%w"', args: [apostrophe, whole] },
  };
}

/** RFC 3339, with the blank that it allows. `zone` is SQL. */
function time(seconds: string, zone: string): Cell {
  return formatted('%s.%03d%s', [`datetime(${seconds}, 'unixepoch')`, 'created_ms % 1000', zone]);
}

function localTime(offsets: readonly OffsetFrom[]): Cell {
  const [first = { fromMs: 0, offsetMin: 0 }, ...changes] = offsets;
  const latestFirst = changes.toReversed();
  const at = (written: (offsetMin: number) => string): string =>
    latestFirst.length === 0
      ? written(first.offsetMin)
      : `CASE ${latestFirst
          .map(({ fromMs, offsetMin }) => `WHEN created_ms >= ${fromMs} THEN ${written(offsetMin)}`)
          .join(' ')} ELSE ${written(first.offsetMin)} END`;
  return time(
    `created_ms / 1000 + ${at((offsetMin) => String(offsetMin * 60))}`,
    at((offsetMin) => `'${offsetText(offsetMin)}'`),
  );
}

function majorUnits(cents: string): Cell {
  const written = (decimals: number): Cell =>
    decimals === 0
      ? formatted('%d', [cents])
      : formatted(`%d.%0${decimals}d`, [
          `${cents} / ${10 ** decimals}`,
          `${cents} % ${10 ** decimals}`,
        ]);
  const [first = 2, ...others] = new Set(CURRENCIES.map(decimalsOf));
  if (others.length === 0) return written(first);
  const cases = CURRENCIES.map(
    (currency) => `WHEN '${currency}' THEN ${written(decimalsOf(currency)).value}`,
  );
  return column(`CASE currency ${cases.join(' ')} END`);
}

/** Their names with blanks between them, as `reasonsOf` gives them; what needs none says nothing. */
export function attentionSql({ nowMs, validMinOf }: Moment): string {
  const valid = Object.entries(validMinOf).map(
    ([profileId, minutes]) => `WHEN '${profileId}' THEN ${nowMs - (minutes ?? 0) * 60_000}`,
  );
  const hasExpired =
    valid.length === 0 ? '0' : `created_ms <= CASE profile_id ${valid.join(' ')} END`;
  const names = ATTENTION_REASONS.map((reason) => {
    const isSet = `attention & ${bitOf(reason)}`;
    const holds = bitOf(reason) === EXPIRED_BIT ? `${isSet} AND ${hasExpired}` : isSet;
    return `iif(${holds}, ' ${reason}', '')`;
  });
  const all = `nullif(substr(concat(${names.join(', ')}), 2), '')`;
  // Most have only this bit, until something is heard of them.
  const alone = `WHEN ${EXPIRED_BIT} THEN iif(${hasExpired}, 'expired', NULL)`;
  return `CASE attention WHEN 0 THEN NULL ${alone} ELSE ${all} END`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
