/** What an exported row says, in this order. The names are the same in every language: programs read them. */
export const EXPORT_COLUMNS = [
  'time_local',
  'time_utc',
  'order_id',
  'customer',
  'phone',
  'profile',
  'mode',
  'operator',
  'flow',
  'type',
  'currency',
  'amount_sent',
  'amount_returned',
  'outcome',
  'reason',
  'resolution',
  'state',
  'heard_amount',
  'remote_id',
  'requisite_number',
  'requisite_name',
  'requisite_bank',
  'requisite_bic',
  'requisite_link',
  'sample',
  'flagged',
  'attention',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** In the order of the columns. Null: there is none. */
export type ExportValues = readonly (string | null)[];

/** Major units with exactly the decimals of the currency: the only columns that are numbers to a spreadsheet. */
export const AMOUNT_COLUMNS: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  'amount_sent',
  'amount_returned',
]);
/** `yes` or `no`. */
export const FLAG_COLUMNS: ReadonlySet<ExportColumn> = new Set<ExportColumn>(['sample', 'flagged']);
