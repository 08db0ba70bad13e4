import { readFile } from 'node:fs/promises';

import { type LedgerBox, PLAIN_BOX } from './ledgerBox.ts';
import { type LedgerEntry, readLine } from './ledgerLine.ts';
import type { Ended } from './ledgerNote.ts';
import { Money } from './money.ts';

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

/** This provider's own list of everything that the merchant has created, as CSV in UTF-8, oldest first. */
export async function writeStatement(
  ledgerFile: string,
  merchant: string,
  box: LedgerBox = PLAIN_BOX,
): Promise<string> {
  const { entries, ends } = await readLedger(ledgerFile, box);
  const own = entries.filter((entry) => entry.merchant.toLowerCase() === merchant.toLowerCase());
  const rows = own.map((entry) => cellsOf(entry, ends.get(entry.id) ?? null));
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

function cellsOf(entry: LedgerEntry, ended: Ended | null): readonly string[] {
  const open = entry.flow === 'create' ? 'created' : 'builded';
  return [
    entry.id,
    entry.order_id,
    Money.plain(entry.cents),
    entry.currency,
    ended?.as ?? open,
    ended === null || ended.cents === null ? '' : Money.plain(ended.cents),
    entry.at,
    String(entry.fields['customer'] ?? ''),
  ];
}

function quoted(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
