import type { ExportOrder } from '#shared/domain/logExport.ts';
import { Money } from '#shared/domain/money.ts';

import { reasonsOf } from '../search/attention.ts';
import { type ExportEntry, maskedName } from '../search/exportEntry.ts';
import type { ExportRow } from '../search/exportRows.ts';
import type { Moment } from '../search/query.ts';
import { createTimes } from './times.ts';

/** The cells of a row, in the order of the columns. Null: there is no value. */
export type ExportValues = readonly (string | null)[];

export type Column = {
  /** English in every language: programs read it. */
  readonly name: string;
  /**
   * `amount`: major units with exactly the decimals of the currency, a number in a workbook. `flag`: `yes` or `no`, a boolean in
   * JSON. `words`: separated by blanks, a list in JSON. Left out: a text.
   */
  readonly kind?: 'amount' | 'flag' | 'words';
};
/** A column, and its value for a row. */
export type ColumnOf<Row> = Column & { readonly value: (row: Row) => string | null };

/** What a file is written from. Rows come in pieces: a caller that asks for the next piece has taken the last one in. */
export type Table = {
  readonly columns: readonly Column[];
  readonly total: number;
  /** From the first row, each time it is called. */
  readonly rows: () => AsyncIterable<readonly ExportValues[]> | Iterable<readonly ExportValues[]>;
};

export function valuesOf<Row>(columns: readonly ColumnOf<Row>[], row: Row): ExportValues {
  return columns.map(({ value }) => value(row));
}

type Requisites = ExportOrder['requisites'];

type LogColumnsOptions = {
  readonly requisites: Requisites;
  /** Of local times; null: this machine's. */
  readonly timeZone: string | null;
  /** Decides what has expired. */
  readonly moment: Moment;
};

/** What an export of the log says of a request. */
export function logColumns({
  requisites,
  timeZone,
  moment,
}: LogColumnsOptions): readonly ColumnOf<ExportRow>[] {
  const times = createTimes(timeZone);
  return [
    { name: 'time_local', value: (row) => times.local(row.created_ms) },
    { name: 'time_utc', value: (row) => times.utc(row.created_ms) },
    { name: 'order_id', value: (row) => row.order_id },
    { name: 'customer', value: (row) => row.customer },
    { name: 'phone', value: (row) => row.phone },
    { name: 'profile', value: (row) => row.profile_name },
    { name: 'mode', value: (row) => row.mode },
    { name: 'operator', value: (row) => row.operator },
    { name: 'flow', value: (row) => row.flow },
    { name: 'type', value: (row) => row.payment_type },
    { name: 'currency', value: (row) => row.currency },
    { name: 'amount_sent', kind: 'amount', value: (row) => major(row, row.sent_cents) },
    { name: 'amount_returned', kind: 'amount', value: (row) => major(row, row.returned_cents) },
    { name: 'outcome', value: (row) => row.outcome },
    { name: 'reason', value: (row) => row.reason_code },
    { name: 'resolution', value: (row) => row.resolution },
    { name: 'state', value: (row) => row.state },
    { name: 'heard_amount', value: (row) => row.said },
    { name: 'remote_id', value: (row) => row.remote_id },
    ...requisiteColumns(requisites),
    { name: 'sample', kind: 'flag', value: (row) => flag(row.is_sample) },
    { name: 'flagged', kind: 'flag', value: (row) => flag(row.is_flagged) },
    {
      name: 'attention',
      kind: 'words',
      value(row) {
        const reasons = reasonsOf(row.attention, row.created_ms, row.profile_id, moment);
        return reasons.length === 0 ? null : reasons.join(' ');
      },
    },
  ];
}

export function requisiteColumns(requisites: Requisites): readonly ColumnOf<ExportEntry>[] {
  const isWhole = requisites === 'whole';
  return [
    { name: 'requisite_number', value: (row) => (isWhole ? row.number : row.masked_number) },
    { name: 'requisite_name', value: (row) => (isWhole ? row.name : maskedName(row.name)) },
    { name: 'requisite_bank', value: (row) => row.bank_name },
    { name: 'requisite_bic', value: (row) => row.bic },
    { name: 'requisite_link', value: (row) => (isWhole ? row.url : row.masked_url) },
  ];
}

function major({ currency }: ExportRow, cents: number | null): string | null {
  return cents === null ? null : Money.plain(cents, currency);
}

function flag(value: number): string {
  return value === 1 ? 'yes' : 'no';
}
