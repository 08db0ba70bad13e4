import { createHash } from 'node:crypto';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { BatchLink } from '#shared/domain/batch.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import { formatMoney } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Operator, amountOf, handedDataOf, isCopyLocked } from '#shared/domain/request.ts';
import { linkToShow } from '#shared/domain/requisites.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { validUntil } from '#shared/domain/validity.ts';

import { guard as guardedCell } from '../exports/csvField.ts';
import { slugOf } from '../exports/fileName.ts';
import type { BatchReportRow, LogPort, StoredBatch } from '../log/port.ts';
import type { Clock } from '../ports.ts';
import type { ReportDeps } from './report.ts';

export type LinksDeps = Pick<ReportDeps, 'profiles' | 'guard'> & {
  readonly log: Pick<LogPort, 'batch' | 'batchReportRows' | 'recordExport'>;
  readonly clock: Clock;
};

/** English in every language, as in exports: programs read them. */
const COLUMNS = ['customer', 'amount', 'currency', 'order_id', 'link'];

/** The payment links of accepted rows. Those that are taken away in bulk are on record before the page has them. */
export async function readLinks(
  { batchId, after, count, take }: OperationInput<'batch.links'>,
  operator: Operator,
  deps: LinksDeps,
): Promise<Result<OperationOutput<'batch.links'>, Failure>> {
  const batch = await deps.log.batch(batchId);
  if (batch === null) return err(failure('batch_not_found'));
  const found = deps.profiles.find(batch.plan.profileId);
  const profile = found.ok ? found.value : null;
  const nowMs = deps.clock.now().getTime();
  // One more than asked for tells whether there are further ones.
  const read = await deps.log.batchReportRows(batchId, ['accepted'], after, count + 1);
  const rows = read.slice(0, count).flatMap((row) => linkOf(row, profile, nowMs));
  const text = linksText(rows);
  if (take !== null) {
    const seen = await deps.guard.byKind('unmasked_export', {
      act: 'export',
      operator,
      profiles: profile === null ? [] : [profile],
      content: { batchId, after, take, rows },
      facts: [
        { what: 'file', text: fileName(batch, take) },
        { what: 'rows', text: String(rows.length) },
      ],
    });
    if (!seen.ok) return seen;
    const recorded = await deps.log.recordExport({
      operator,
      file: fileName(batch, take),
      rows: rows.filter(({ link }) => link !== null).length,
      requisites: 'whole',
      sha256: createHash('sha256').update(text).digest('hex'),
    });
    if (!recorded.ok) return recorded;
  }
  return ok({ rows, isLast: read.length <= count, text });
}

function fileName({ plan }: StoredBatch, take: 'copied' | 'printed'): string {
  return `${slugOf(plan.file ?? '', 'batch')}-${take === 'copied' ? 'links.tsv' : 'qr-sheet'}`;
}

function linkOf(
  { row, request }: BatchReportRow,
  profile: Profile | null,
  nowMs: number,
): readonly BatchLink[] {
  if (request === null) return [];
  const { customer = '', currency, order_id: orderId } = request.body.fields;
  const until = validUntil(request, profile?.requisitesValidMin ?? null);
  const address = handedDataOf(request)?.url ?? '';
  const link = linkToShow(address, sandboxOriginOf(request, profile));
  const why = (): BatchLink['why'] => {
    if (isCopyLocked(request)) return 'locked';
    if (closedAs(request, profile?.stateWords) !== null) return 'closed';
    if (until !== null && Date.parse(until) <= nowMs) return 'ended';
    if (address.trim() === '') return 'none';
    return link === null ? 'unsafe' : null;
  };
  const kept = why();
  return [
    {
      row: row.row,
      intentId: row.intentId,
      customer,
      cents: amountOf(request).cents,
      currency,
      orderId,
      link: kept === null ? link : null,
      why: kept,
      validUntil: until,
      handedOutAt: row.handedOutAt,
    },
  ];
}

/** For a spreadsheet: no value is a formula there, and none ends its cell or its row. */
function linksText(rows: readonly BatchLink[]): string {
  const lines = rows.flatMap(({ customer, cents, currency, orderId, link }) =>
    link === null
      ? []
      : [
          [
            customer,
            formatMoney(cents, currency, 'en').replaceAll('\u00a0', ''),
            currency,
            orderId,
            link,
          ],
        ],
  );
  const cell = (value: string): string => guardedCell(value.replaceAll(/[\t\r\n]+/gu, ' '));
  return [COLUMNS, ...lines].map((line) => line.map(cell).join('\t')).join('\n');
}
