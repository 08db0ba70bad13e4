import { readFile } from 'node:fs/promises';

import { type LedgerBox, PLAIN_BOX } from './ledgerBox.ts';
import { type LedgerEntry, readLine } from './ledgerLine.ts';
import type { Ended } from './ledgerNote.ts';

/** What can be wrong in a statement, so that a newcomer sees each class of difference once. */
export const STATEMENT_FAULTS = [
  'missing_row',
  'other_amount',
  'doubled_row',
  'only_there',
] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

const HEADERS = [
  'id',
  'order_id',
  'amount',
  'currency',
  'status',
  'paid_amount',
  'created_at',
  'customer',
];
/** The row of the scenario `only there`: no desk has issued it. */
const STRANGER = {
  id: '00000000-0000-4000-8000-0000000000aa',
  order_id: 'ONLY-AT-THE-PROVIDER',
  cents: 123_400,
  currency: 'RUB',
  flow: 'create' as const,
  fields: { customer: 'somebody-else' },
};

/** This provider's own list of everything that the merchant has created, as CSV in UTF-8, oldest first. */
export async function writeStatement(
  ledgerFile: string,
  merchant: string,
  faults: readonly StatementFault[],
  box: LedgerBox = PLAIN_BOX,
): Promise<string> {
  const { entries, ends } = await readLedger(ledgerFile, box);
  const own = entries.filter((entry) => entry.merchant.toLowerCase() === merchant.toLowerCase());
  const rows = withFaults(
    own.map((entry) => cellsOf(entry, ends.get(entry.id) ?? null)),
    faults,
  );
  return [HEADERS, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** The file as it is, without tidying anything: the sandbox that writes it may be running. */
async function readLedger(file: string, box: LedgerBox) {
  const entries: LedgerEntry[] = [];
  const ends = new Map<string, Ended>();
  for (const text of (await textOf(file)).split('\n')) {
    const line = text === '' ? null : readLine(box.open(text));
    if (line?.line === 'deposit') entries.push(line);
    if (line?.line === 'ended' && !ends.has(line.id)) ends.set(line.id, line);
  }
  return { entries, ends };
}

/** Before its first request there is no ledger, and an empty list. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

type Listed = Pick<
  LedgerEntry,
  'id' | 'order_id' | 'cents' | 'currency' | 'flow' | 'fields' | 'at'
>;

function cellsOf(entry: Listed, ended: Ended | null): readonly string[] {
  const open = entry.flow === 'create' ? 'created' : 'builded';
  return [
    entry.id,
    entry.order_id,
    majorUnits(entry.cents),
    entry.currency,
    ended?.as ?? open,
    ended === null || ended.cents === null ? '' : majorUnits(ended.cents),
    entry.at,
    String(entry.fields['customer'] ?? ''),
  ];
}

const AMOUNT = HEADERS.indexOf('amount');

/** The first row has another amount, the one in the middle is missing, the last one is there twice. */
function withFaults(
  rows: readonly (readonly string[])[],
  faults: readonly StatementFault[],
): readonly (readonly string[])[] {
  const has = (fault: StatementFault): boolean => faults.includes(fault);
  const middle = rows.length >>> 1;
  const last = rows.at(-1);
  const changed = rows.map((cells, at) =>
    at === 0 && has('other_amount')
      ? cells.with(AMOUNT, majorUnits(Math.round(Number(cells[AMOUNT]) * 100) + 100))
      : cells,
  );
  const kept = changed.filter((_, at) => at !== middle || !has('missing_row'));
  const at = last?.[HEADERS.indexOf('created_at')] ?? new Date().toISOString();
  return [
    ...kept,
    ...(has('doubled_row') && last !== undefined ? [last] : []),
    ...(has('only_there') ? [cellsOf({ ...STRANGER, at }, null)] : []),
  ];
}

/** Every currency that this provider knows has two decimals. */
function majorUnits(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function quoted(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
