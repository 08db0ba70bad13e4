import { BUILD_PAYMENT_TYPE, type Flow } from '#shared/domain/deposit.ts';
import { type LimitsSnapshot, offeredCurrencies } from '#shared/domain/limits.ts';
import type { ExportPiece } from '#shared/domain/logExport.ts';
import { Money } from '#shared/domain/money.ts';

import { joined } from '../exports/fileBytes.ts';
import { type Sheet, workbookParts } from '../exports/xlsx.ts';
import { zipped } from '../exports/zip.ts';

/** Each is a synonym of its field, so that a filled template maps by itself. */
const HEADERS: Readonly<Record<Flow, readonly string[]>> = {
  create: [
    'Amount',
    'Currency',
    'Payment type',
    'Customer',
    'Order ID',
    'Phone',
    'Callback URL',
    'Success URL',
    'Reject URL',
    'Note',
  ],
  build: [
    'Amount',
    'Currency',
    'Customer',
    'Order ID',
    'Callback URL',
    'Success URL',
    'Reject URL',
    'Note',
  ],
};
const FILE_NAMES: Readonly<Record<Flow, string>> = {
  create: 'batch-requisites.xlsx',
  build: 'batch-payment-links.xlsx',
};

/** An empty sheet to fill in, and beside it what the provider accepts. No example rows: one of them would be issued some day. */
export async function templateFile(
  flow: Flow,
  limits: LimitsSnapshot | null,
): Promise<ExportPiece> {
  const offered = ['Currency', 'Payment type', 'Minimum', 'Maximum'];
  const sheets = [
    sheetOf('Requests', HEADERS[flow], []),
    sheetOf('Limits', offered, limitRows(flow, limits)),
  ];
  const bytes = await joined(zipped(workbookParts(sheets), { zip64: false }));
  return { name: FILE_NAMES[flow], bytes: bytes.length, base64: bytes.toString('base64') };
}

function sheetOf(
  name: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Sheet {
  const columns = headers.map((header) => ({ name: header }));
  return { name, table: { columns, total: rows.length, rows: () => [rows] } };
}

function limitRows(flow: Flow, limits: LimitsSnapshot | null): readonly (readonly string[])[] {
  const currencies: readonly string[] = offeredCurrencies(limits, flow);
  if (limits === null || !limits.recognised) return currencies.map((currency) => [currency]);
  return limits.entries
    .filter(({ currency, paymentType }) => {
      if (!currencies.includes(currency)) return false;
      return paymentType === null || (paymentType === BUILD_PAYMENT_TYPE) === (flow === 'build');
    })
    .map(({ currency, paymentType, min, max }) => [
      currency,
      paymentType ?? '',
      ...[min, max].map((bound) => (bound === null ? '' : Money.plain(bound, currency))),
    ]);
}
