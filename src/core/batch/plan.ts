import type { BatchPace } from '#shared/domain/batch.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import { type Profile, whereTo } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import { type ReadyRow, type ReadyRows, createRowsDigest } from '../importing/imports.ts';
import { piecesOf } from './planSeen.ts';
import { type OrderIdDeps, makeOrderIds } from '../issuing/suggestOrder.ts';
import type { PlannedRow } from '../log/store/batchRows.ts';
import type { Chance } from '../ports.ts';
import type { LogPort } from '../log/openLog.ts';

export type PlanDeps = OrderIdDeps & {
  readonly log: Pick<LogPort, 'planBatch'>;
  readonly events: Pick<DeskEvents, 'emit'>;
};

type Freezing = {
  readonly batchId: string;
  readonly importId: string;
  readonly ready: ReadyRows;
  readonly profile: Profile;
  readonly operator: Operator;
  readonly pace: BatchPace;
};

/**
 * Writes the plan, part by part. It is in force with its last part: what a crash or a full disk leaves of it is never issued,
 * and its batch id is used up.
 */
export async function freezePlan(
  freezing: Freezing,
  deps: PlanDeps,
): Promise<Result<void, Failure>> {
  const { batchId, importId, ready, profile, operator, pace } = freezing;
  const tell = (done: number): void => {
    const progress = { importId, step: 'freezing' as const, done, total: ready.count };
    deps.events.emit({ name: 'import.progress', owner: operator.personId ?? null, progress });
  };
  tell(0);
  const own = await ownOrderIds(ready);
  if (own.rows !== ready.count) return err(failure('batch_count_differs', String(own.rows)));
  const { profileId, flow, file, sha256, headers, totals, limitsSnapshotId, count } = ready;
  const { name: profileName } = profile;
  const read = { file, sha256, headers, totals, rows: count, limitsSnapshotId };
  const plan = { profileId, profileName, ...whereTo(profile), flow, operator, pace, ...read };
  let done = 0;
  const digest = createRowsDigest();
  for await (const rows of piecesOf(ready)) {
    digest.add(rows);
    const isLast = done + rows.length >= ready.count;
    // Before its last part the plan is not in force. The import can still be corrected meanwhile.
    if (isLast && digest.digest() !== ready.rowsDigest) return err(failure('batch_check_changed'));
    const lacking = rows.filter((row) => orderIdOf(row) === '').length;
    const wanted = { profile, flow, count: lacking, taken: own.orderIds };
    const reserved = await makeOrderIds(wanted, deps);
    if (!reserved.ok) return reserved;
    const planned = plannedRows(rows, reserved.value, deps.chance);
    const written = await deps.log.planBatch(batchId, done === 0 ? plan : null, planned);
    if (!written.ok) return written;
    done += rows.length;
    tell(done);
  }
  return ok(undefined);
}

/** Known before the first id is generated: a later row of the file may have it. */
async function ownOrderIds(
  ready: ReadyRows,
): Promise<{ readonly rows: number; readonly orderIds: ReadonlySet<string> }> {
  const orderIds = new Set<string>();
  let read = 0;
  for await (const rows of piecesOf(ready)) {
    for (const row of rows) orderIds.add(orderIdOf(row));
    read += rows.length;
  }
  return { rows: read, orderIds };
}

function orderIdOf({ draft }: ReadyRow): string {
  return draft.fields.order_id.trim();
}

/** Each row gets its first intent here, so that issuing it twice is one request. */
function plannedRows(
  rows: readonly ReadyRow[],
  reserved: readonly string[],
  chance: Chance,
): readonly PlannedRow[] {
  const generated = reserved.values();
  return rows.map((ready) => {
    const { row, cells, fields, draft } = ready;
    const orderId = orderIdOf(ready) === '' ? (generated.next().value ?? '') : orderIdOf(ready);
    return {
      row,
      intentId: intentIdSchema.parse(chance.uuid()),
      cells,
      fields: { ...fields, order_id: orderId },
      draft: withOrderId(draft, orderId),
    };
  });
}

function withOrderId(draft: DepositDraft, orderId: string): DepositDraft {
  return draft.flow === 'create'
    ? { flow: draft.flow, fields: { ...draft.fields, order_id: orderId } }
    : { flow: draft.flow, fields: { ...draft.fields, order_id: orderId } };
}
