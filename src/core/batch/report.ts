import { createHash } from 'node:crypto';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { BatchOutcome } from '#shared/domain/batch.ts';
import { BATCH_OUTCOMES } from '#shared/domain/batch.ts';
import { reasonText } from '#shared/domain/batchReason.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import type { ExportPiece } from '#shared/domain/logExport.ts';
import { composeMessage } from '#shared/domain/message/compose.ts';
import { isPayable } from '#shared/domain/message/followUp.ts';
import type { Profile } from '#shared/domain/profile.ts';
import {
  type DepositRequest,
  type Operator,
  handedDataOf,
  isCopyLocked,
} from '#shared/domain/request.ts';
import { linkToShow } from '#shared/domain/requisites.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { isPastValidity } from '#shared/domain/validity.ts';

import type { SettingsStore } from '../desk/settings.ts';
import type { ExportValues } from '../exports/columns.ts';
import { csvLine } from '../exports/csvField.ts';
import { DELIMITERS } from '../exports/fileBytes.ts';
import { slugOf } from '../exports/fileName.ts';
import { workbookParts } from '../exports/xlsx.ts';
import { zipped } from '../exports/zip.ts';
import type { Guard } from '../eyes/guard.ts';
import type { BatchReportRow, LogPort, StoredBatch } from '../log/port.ts';
import type { Templates } from '../messages/templates.ts';
import { type Owner, isOwn } from '../people/owner.ts';
import type { Actor } from '../people/people.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { HIDDEN_NAME, exportEntryOf } from '../search/exportEntry.ts';

export type ReportDeps = {
  readonly log: Pick<LogPort, 'batch' | 'batchReportRows' | 'customerRecord' | 'recordExport'>;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly templates: Templates;
  readonly guard: Guard;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly clock: Clock;
};

type Order = OperationInput<'batch.report'>;
type Written = { readonly name: string; readonly bytes: Buffer };

type Reports = {
  readonly read: (order: Order, actor: Actor) => Promise<Result<ExportPiece, Failure>>;
};

/** After the original columns. English in every language, as in exports: programs read them. `reason_text` is for people. */
const ADDED_COLUMNS = [
  'outcome',
  'reason',
  'reason_text',
  'order_id',
  'remote_id',
  'requisite_number',
  'requisite_name',
  'requisite_bank',
  'requisite_bic',
  'requisite_link',
  'message',
] as const;

/** Rows of which nothing is at the provider. */
const FAILED: readonly BatchOutcome[] = ['rejected', 'not_sent', 'refused', 'cancelled'];
const ROWS_AT_ONCE = 200;
const PIECE_BYTES = 4 * 1024 * 1024;
/** Without it Excel takes the file for one in the machine's old code page. */
const BOM = '\ufeff';
const NO_AMOUNTS = { amounts: new Set<string>() };

type Last = {
  readonly id: string;
  readonly owner: Owner;
  readonly written: Promise<Result<Written, Failure>>;
};

/** Reports of batches. The newest one is kept in memory until its last piece was read: a file would keep its requisites. */
export function createReports(deps: ReportDeps): Reports {
  let last: Last | null = null;
  return {
    async read(order, actor) {
      if (order.requisites === 'whole' && !actor.may('supervise')) {
        return err(failure('not_permitted', 'supervise'));
      }
      if (order.from === 0 && order.requisites === 'whole') {
        const seen = await seenByTwo(order, actor, deps);
        if (!seen.ok) return seen;
      }
      if (order.from === 0) {
        last = { id: order.reportId, owner: actor, written: write(order, actor.operator, deps) };
      }
      if (last?.id !== order.reportId || !isOwn(last.owner, actor)) {
        return err(failure('export_file_missing'));
      }
      const written = await last.written;
      if (!written.ok) return written;
      const { name, bytes } = written.value;
      const piece = bytes.subarray(order.from, order.from + PIECE_BYTES);
      if (order.from + piece.length >= bytes.length && last?.id === order.reportId) last = null;
      return ok({ name, bytes: bytes.length, base64: piece.toString('base64') });
    },
  };
}

async function seenByTwo(
  { batchId, which, format }: Order,
  { operator }: Actor,
  { log, profiles, guard }: ReportDeps,
): Promise<Result<void, Failure>> {
  if (!guard.hasRules()) return ok(undefined);
  const batch = await log.batch(batchId);
  const profile = batch === null ? null : profiles.find(batch.plan.profileId);
  return guard.byKind('unmasked_export', {
    act: 'export',
    operator,
    profiles: profile?.ok === true ? [profile.value] : [],
    content: { batchId, which, format },
    facts: [
      { what: 'file', text: batch?.plan.file ?? batchId },
      { what: 'format', text: format },
    ],
  });
}

async function write(
  order: Order,
  operator: Operator,
  deps: ReportDeps,
): Promise<Result<Written, Failure>> {
  const { batchId, which, format, requisites, delimiter = 'comma' } = order;
  const batch = await deps.log.batch(batchId);
  if (batch === null) return err(failure('batch_not_found'));
  const { headers } = batch.plan;
  const columns = which === 'failed' ? headers : [...headers, ...ADDED_COLUMNS];
  const outcomes = which === 'failed' ? failedOf(batch) : BATCH_OUTCOMES;
  const rows = valuesOf(batch, outcomes, valueMaker(order, batch, deps), deps);
  const total = outcomes.reduce((sum, outcome) => sum + batch.counts[outcome], 0);
  const pieces =
    format === 'csv'
      ? csvPieces(columns, rows, DELIMITERS[delimiter])
      : zipped(workbookParts(rows, total, { columns, ...NO_AMOUNTS }), { zip64: false });
  const bytes = await joined(pieces);
  const name = `${slugOf(batch.plan.file ?? '', 'batch')}-${which === 'failed' ? 'failed' : 'report'}.${format}`;
  // Nothing leaves without an event in the log.
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const exported = { operator, file: name, rows: total, requisites, sha256 };
  const recorded = await deps.log.recordExport(exported);
  return recorded.ok ? ok({ name, bytes }) : recorded;
}

/** After a restore, a row without a request may have been issued in the part of the log that is missing. */
function failedOf({ stopped }: StoredBatch): readonly BatchOutcome[] {
  return stopped === 'restored' ? FAILED.filter((outcome) => outcome !== 'cancelled') : FAILED;
}

async function* valuesOf(
  { batchId }: StoredBatch,
  outcomes: readonly BatchOutcome[],
  toValues: (row: BatchReportRow) => Promise<ExportValues>,
  { log }: ReportDeps,
): AsyncGenerator<readonly ExportValues[]> {
  const read = (after: number) => log.batchReportRows(batchId, outcomes, after, ROWS_AT_ONCE);
  for await (const page of pagesFrom(read, 0)) yield Promise.all(page.map(toValues));
}

async function* pagesFrom(
  read: (after: number) => Promise<readonly BatchReportRow[]>,
  after: number,
): AsyncGenerator<readonly BatchReportRow[]> {
  const page = await read(after);
  yield page;
  const last = page.at(-1)?.row.row ?? after;
  if (page.length === ROWS_AT_ONCE) yield* pagesFrom(read, last);
}

function valueMaker(
  { which, requisites, words }: Order,
  { plan }: StoredBatch,
  deps: ReportDeps,
): (row: BatchReportRow) => Promise<ExportValues> {
  const messageOf = messageMaker(deps);
  return async ({ row, request }) => {
    const original = plan.headers.map((_, column) => row.cells[column] ?? '');
    if (which === 'failed') return original;
    const shown = request === null ? [] : requisitesIn(request, requisites, deps);
    // A message holds what to pay to, so that a masked report has none.
    const message = request === null || requisites === 'masked' ? '' : await messageOf(request);
    const why = reasonText(row, (key, values) => filledIn(words[key] ?? key, values));
    const place = [row.outcome, row.reasonCode, why, row.orderId, row.remoteId];
    return [...original, ...place, ...REQUISITES.map((_, at) => shown[at] ?? null), message];
  };
}

/** As the page fills in a wording. */
function filledIn(wording: string, values: Readonly<Record<string, string>> = {}): string {
  return wording.replaceAll(/\{\{(?<name>\w+)\}\}/gu, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}

const REQUISITES = ADDED_COLUMNS.filter((column) => column.startsWith('requisite_'));

function requisitesIn(
  request: DepositRequest,
  requisites: Order['requisites'],
  deps: ReportDeps,
): ExportValues {
  const entry = exportEntryOf(request);
  const { number, name, bank_name: bank, bic } = entry;
  if (requisites === 'whole') return [number, name, bank, bic, linkToHandOut(request, deps)];
  const masked = name === null ? null : `${Array.from(name)[0] ?? ''}${HIDDEN_NAME}`;
  return [entry.masked_number, masked, bank, bic, entry.masked_url];
}

/** Links of the report are sent to customers: none of a request that is paid or closed, and none that is unsafe. */
function linkToHandOut(request: DepositRequest, deps: ReportDeps): string | null {
  const profile = profileOf(request, deps);
  const isClosed = closedAs(request, profile?.stateWords) !== null;
  if (isClosed || !mayBeHandedOut(request, profile, deps.clock)) return null;
  return linkToShow(handedDataOf(request)?.url ?? '', sandboxOriginOf(request, profile));
}

/** False: the provider answered another amount that no operator has acknowledged, or the time of the requisites is over. */
function mayBeHandedOut(request: DepositRequest, profile: Profile | null, clock: Clock): boolean {
  const validMin = profile?.requisitesValidMin ?? null;
  return !isCopyLocked(request) && !isPastValidity(request, validMin, clock.now().getTime());
}

/** Null: its profile is gone. */
function profileOf({ profileId }: DepositRequest, { profiles }: ReportDeps): Profile | null {
  const found = profiles.find(profileId);
  return found.ok ? found.value : null;
}

/** The message as F9 copies it: in the customer's language and channel, else in the desk's. Empty where it may not be copied, or the requisites no longer hold. */
function messageMaker(deps: ReportDeps): (request: DepositRequest) => Promise<string> {
  const { messageLanguage, language, messageChannel } = deps.settings.get();
  const templates = deps.templates.list();
  const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return async (request) => {
    const profile = profileOf(request, deps);
    if (!isPayable(request) || !mayBeHandedOut(request, profile, deps.clock)) return '';
    const { profileId } = request;
    const { customer } = request.body.fields;
    const record =
      customer === undefined ? null : await deps.log.customerRecord({ profileId, customer });
    const message = composeMessage(request, {
      language: record?.preference.language ?? messageLanguage ?? language,
      channel: record?.preference.channel ?? messageChannel,
      templates,
      profile,
      machineZone,
      sandboxOrigin: sandboxOriginOf(request, profile),
    });
    if (!message.ok) return '';
    const { text, second } = message.value;
    return second === null ? text : `${text}\n\n${second.text}`;
  };
}

export async function* csvPieces(
  columns: readonly string[],
  rows: AsyncIterable<readonly ExportValues[]>,
  delimiter: ',' | ';' = ',',
): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + csvLine(columns, delimiter));
  for await (const some of rows) {
    yield Buffer.from(some.map((values) => csvLine(values, delimiter)).join(''));
  }
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
