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
  whyNotHandedOn,
} from '#shared/domain/request.ts';
import { linkToShow } from '#shared/domain/requisites.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { isPastValidity } from '#shared/domain/validity.ts';

import type { SettingsStore } from '../desk/settings.ts';
import {
  type ColumnOf,
  type ExportValues,
  requisiteColumns,
  valuesOf,
} from '../exports/columns.ts';
import { fileBytes, joined } from '../exports/fileBytes.ts';
import { slugOf } from '../exports/fileName.ts';
import type { Guard } from '../eyes/guard.ts';
import type { Templates } from '../messages/templates.ts';
import { type Owner, isOwn } from '../people/owner.ts';
import type { Actor } from '../people/people.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type ExportEntry, exportEntryOf } from '../search/exportEntry.ts';
import type { BatchReportRow, StoredBatch } from '../log/reads/batchReads.ts';
import type { LogPort } from '../log/openLog.ts';

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

/** A row with what its request says, where there is one. */
type Line = Pick<BatchReportRow, 'row'> & {
  readonly entry: ExportEntry | null;
  readonly why: string | null;
  readonly message: string;
};

/** Rows of which nothing is at the provider. */
const FAILED: readonly BatchOutcome[] = ['rejected', 'not_sent', 'refused', 'cancelled'];
const ROWS_AT_ONCE = 200;
const PIECE_BYTES = 4 * 1024 * 1024;
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
  const columns = columnsOf(order, batch);
  const outcomes = which === 'failed' ? failedOf(batch) : BATCH_OUTCOMES;
  const total = outcomes.reduce((sum, outcome) => sum + batch.counts[outcome], 0);
  const toLine = lineMaker(order, deps);
  async function* rows(): AsyncGenerator<readonly ExportValues[]> {
    for await (const page of pagesOf(batchId, outcomes, deps)) {
      yield (await Promise.all(page.map(toLine))).map((line) => valuesOf(columns, line));
    }
  }
  const bytes = await joined(fileBytes({ format, delimiter }, { columns, total, rows }));
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

async function* pagesOf(
  batchId: StoredBatch['batchId'],
  outcomes: readonly BatchOutcome[],
  deps: Pick<ReportDeps, 'log'>,
  after = 0,
): AsyncGenerator<readonly BatchReportRow[]> {
  const page = await deps.log.batchReportRows(batchId, outcomes, after, ROWS_AT_ONCE);
  yield page;
  const last = page.at(-1)?.row.row ?? after;
  if (page.length === ROWS_AT_ONCE) yield* pagesOf(batchId, outcomes, deps, last);
}

/** The original columns stand first. `reason_text` is for people. */
function columnsOf(
  { which, requisites }: Order,
  { plan: { headers } }: StoredBatch,
): readonly ColumnOf<Line>[] {
  const original = headers.map((name, at) => ({
    name,
    value: ({ row }: Line) => row.cells[at] ?? '',
  }));
  if (which === 'failed') return original;
  return [
    ...original,
    { name: 'outcome', value: ({ row }) => row.outcome },
    { name: 'reason', value: ({ row }) => row.reasonCode },
    { name: 'reason_text', value: ({ why }) => why },
    { name: 'order_id', value: ({ row }) => row.orderId },
    { name: 'remote_id', value: ({ row }) => row.remoteId },
    ...requisiteColumns(requisites).map(({ name, value }) => ({
      name,
      value: ({ entry }: Line) => (entry === null ? null : value(entry)),
    })),
    { name: 'message', value: ({ message }) => message },
  ];
}

function lineMaker(
  { which, requisites, words }: Order,
  deps: ReportDeps,
): (row: BatchReportRow) => Promise<Line> {
  const messageOf = messageMaker(deps);
  return async ({ row, request }) => {
    if (which === 'failed' || request === null)
      return { row, entry: null, why: whyOf(row, words), message: '' };
    const entry = { ...exportEntryOf(request), url: linkToHandOut(request, deps) };
    // A message holds what to pay to, so that a masked report has none.
    const message = requisites === 'masked' ? '' : await messageOf(request);
    return { row, entry, why: whyOf(row, words), message };
  };
}

function whyOf(row: BatchReportRow['row'], words: Order['words']): string | null {
  return reasonText(row, (key, values) => filledIn(words[key] ?? key, values));
}

/** As the page fills in a wording. */
function filledIn(wording: string, values: Readonly<Record<string, string>> = {}): string {
  return wording.replaceAll(/\{\{(?<name>\w+)\}\}/gu, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}

/** Links of the report are sent to customers: none of a request that is paid or closed, and none that is unsafe. */
function linkToHandOut(request: DepositRequest, deps: ReportDeps): string | null {
  const profile = profileOf(request, deps);
  const isClosed = closedAs(request, profile?.stateWords) !== null;
  if (isClosed || !mayBeHandedOut(request, profile, deps.clock)) return null;
  return linkToShow(handedDataOf(request)?.url ?? '', sandboxOriginOf(request, profile));
}

function mayBeHandedOut(request: DepositRequest, profile: Profile | null, clock: Clock): boolean {
  const validMin = profile?.requisitesValidMin ?? null;
  const isPast = isPastValidity(request, validMin, clock.now().getTime());
  return !isPast && whyNotHandedOn(request) === null;
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
