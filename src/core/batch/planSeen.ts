import type { Batch } from '#shared/domain/batch.ts';
import { type EyesFact, type EyesReason, type EyesRules, isAtLeast } from '#shared/domain/eyes.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { type Profile, whereTo } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Eyes } from '../eyes/eyes.ts';
import type { Guard } from '../eyes/guard.ts';
import type { ReadyRow, ReadyRows } from '../importing/imports.ts';

import type { LogPort } from '../log/openLog.ts';
type PlanSeenDeps = {
  readonly log: Pick<LogPort, 'hasBatchApproval'>;
  readonly eyes: Pick<Eyes, 'rulesOf'>;
  readonly guard: Guard;
};

type Planned = {
  readonly batchId: string;
  readonly ready: ReadyRows;
  readonly operator: Operator;
};

/** Fewer than an event may hold: while a part is written, W1 of a typed request waits. */
const ROWS_AT_ONCE = 250;

export async function* piecesOf({ count, read }: ReadyRows): AsyncGenerator<readonly ReadyRow[]> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    yield read(from, ROWS_AT_ONCE);
  }
}

/** Whether the plan may be frozen. A sum that only earlier requests bring above its threshold is found by W1. */
export async function planSeen(
  { eyes, guard }: PlanSeenDeps,
  profile: Profile,
  { batchId, ready, operator }: Planned,
): Promise<Result<void, Failure>> {
  const rules = eyes.rulesOf(profile.id);
  let hasLarge = false;
  if (isNothing(rules)) return ok(undefined);
  for await (const rows of piecesOf(ready)) {
    hasLarge ||= rows.some(({ draft: { fields } }) =>
      isAtLeast(fields.cents ?? 0, fields.currency, rules.amountFrom),
    );
  }
  const hasSum = ready.totals.some(({ cents, currency }) =>
    isAtLeast(cents, currency, rules.sumFrom),
  );
  const reasons: readonly EyesReason[] = [
    ...(hasLarge ? (['amount'] as const) : []),
    ...(hasSum ? (['sum'] as const) : []),
    ...liveReasons(rules, profile),
  ];
  const { file, sha256, flow, count, totals, rowsDigest: rows } = ready;
  const content = { rows, sha256, flow, count, totals };
  const of = { act: 'batch' as const, operator, profiles: [profile], batchId };
  const facts = factsOf({ file, rows: count, totals });
  return guard.byReasons(reasons, { ...of, content, facts });
}

/** A frozen plan does not change: approved once for a person, it may be resumed by that person. */
export async function resumeSeen(
  { log, eyes, guard }: PlanSeenDeps,
  profile: Profile,
  batch: Batch,
  operator: Operator,
): Promise<Result<void, Failure>> {
  const rules = eyes.rulesOf(profile.id);
  const { batchId, file, rows, totals, sha256, pause } = batch;
  const wasRefused = pause?.reason === 'approval_needed';
  const live = liveReasons(rules, profile);
  const reasons = live.length === 0 && wasRefused && !isNothing(rules) ? SOME : live;
  if (reasons.length === 0) return ok(undefined);
  if (await log.hasBatchApproval(batchId, operator, whereTo(profile))) return ok(undefined);
  return guard.byReasons(reasons, {
    act: 'batch',
    operator,
    profiles: [profile],
    batchId,
    content: { batchId, sha256, rows },
    facts: factsOf({ file, rows, totals }),
  });
}

/** W1 refused a row: it had an amount or came to a sum. */
const SOME: readonly EyesReason[] = ['amount'];

function liveReasons({ kinds }: EyesRules, { mode }: Profile): readonly EyesReason[] {
  return kinds.includes('batch_live') && mode === 'live' ? ['batch_live'] : [];
}

function isNothing({ amountFrom, sumFrom, kinds }: EyesRules): boolean {
  return [amountFrom, sumFrom, kinds].every((part) => Object.keys(part).length === 0);
}

function factsOf({ file, rows, totals }: Pick<Batch, 'file' | 'rows' | 'totals'>) {
  const sums: readonly EyesFact[] = totals.map(({ cents, currency }) => ({
    what: 'total',
    text: currency,
    cents,
  }));
  const named: readonly EyesFact[] = file === null ? [] : [{ what: 'file', text: file }];
  return [...named, { what: 'rows' as const, text: String(rows) }, ...sums];
}
