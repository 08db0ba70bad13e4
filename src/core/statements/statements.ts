import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type {
  StatedCoverage,
  Statement,
  StatementCheck,
  StatementRecord,
} from '#shared/domain/statement.ts';
import type { SettleItem, StatementComparison } from '#shared/domain/statementComparison.ts';

import { type DeskEvents, tellOfEnds } from '../desk/deskEvents.ts';
import type { ReadyStatement, StatementSteps } from '../importing/statements/steps.ts';
import type { Guard } from '../eyes/guard.ts';
import { comparedByTwo } from '../eyes/settling.ts';
import { type Owner, isOwn } from '../people/owner.ts';
import type { Chance, Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { LogPort } from '../log/openLog.ts';

export type StatementsDeps = {
  readonly log: Pick<
    LogPort,
    | 'find'
    | 'indexed'
    | 'addStatementRows'
    | 'recordStatement'
    | 'settleByStatement'
    | 'statement'
    | 'statementOfFile'
    | 'compareStatement'
    | 'statementSettlements'
    | 'statementFindings'
    | 'markByStatement'
  >;
  readonly profiles: Pick<Profiles, 'find' | 'list'>;
  readonly guard: Guard;
  readonly steps: StatementSteps;
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'uuid'>;
};

/** While a part is written, W1 of a typed request waits. */
const ROWS_AT_ONCE = 500;
const SETTLED_AT_ONCE = 50;
/** Clocks of two machines differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

type Preview = {
  readonly previewId: string;
  readonly owner: Owner;
  readonly items: readonly SettleItem[];
};

type Settling = OperationInput<'statement.settle'>;
type Settled = Result<OperationOutput<'statement.settle'>, Failure>;
type Previewed = Result<OperationOutput<'statement.previewSettle'>, Failure>;

/** What a supervisor does with a statement: keep it, compare it, settle unknowns by it. */
export function createStatementUses(deps: StatementsDeps) {
  const { log } = deps;
  const recording = new Map<string, Promise<Result<Statement, Failure>>>();
  /** The newest preview of each statement. What it pins is done once. */
  const previews = new Map<string, Preview>();

  async function compare(
    statementId: string,
    operator: Operator,
  ): Promise<Result<StatementComparison, Failure>> {
    const statement = await log.statement(statementId);
    if (statement === null) return err(failure('statement_not_found'));
    const comparison = await compareRows(deps, statement);
    if (comparison.ok) await markRequests(deps, statementId, operator);
    return comparison;
  }
  /** Pressed twice it is recorded once. */
  function record(
    input: OperationInput<'statement.record'>,
    operator: Operator,
  ): Promise<Result<Statement, Failure>> {
    const running = recording.get(input.statementId);
    if (running !== undefined) return running;
    const work = recordRows(deps, input, operator).finally(() =>
      recording.delete(input.statementId),
    );
    recording.set(input.statementId, work);
    return work;
  }
  async function previewSettle(statementId: string, operator: Operator): Promise<Previewed> {
    const comparison = await compare(statementId, operator);
    if (!comparison.ok) return comparison;
    const items = await log.statementSettlements(statementId);
    if (items === null) return err(failure('statement_not_possible', 'compared anew meanwhile'));
    const previewId = deps.chance.uuid();
    previews.set(statementId, { previewId, owner: operator, items });
    return ok({ previewId, items, comparison: comparison.value });
  }
  async function settle(
    { statementId, previewId, kinds, note }: Settling,
    operator: Operator,
  ): Promise<Settled> {
    const preview = previews.get(statementId);
    if (preview?.previewId !== previewId || !isOwn(preview.owner, operator)) {
      return err(failure('statement_not_possible', 'this is not the newest preview'));
    }
    const items = preview.items.filter(({ kind }) => kinds.includes(kind));
    const seen = await comparedByTwo(deps, statementId, items, { operator, note });
    if (!seen.ok) return seen;
    previews.delete(statementId);
    return settleItems(deps, statementId, items, { operator, note });
  }
  return { compare, record, previewSettle, settle };
}

/** With the statement that has the same file, where one is on record. */
export async function checkRows(
  { log, steps }: Pick<StatementsDeps, 'log' | 'steps'>,
  input: OperationInput<'statement.check'>,
  by: Owner,
): Promise<Result<StatementCheck, Failure>> {
  const checked = await steps.check(input, by);
  if (!checked.ok) return checked;
  const { sha256, ...counts } = checked.value;
  const ready = steps.ready(input.importId, by);
  if (!ready.ok) return ready;
  const same = await log.statementOfFile(ready.value.profileId, sha256);
  if (same === null) return ok({ ...counts, sameFile: null });
  const { statementId, recordedAt } = same;
  return ok({ ...counts, sameFile: { statementId, recordedAt } });
}

/** In pieces, each one transaction: what a crash cuts off is open as before, and the next preview has the rest. */
async function settleItems(
  { log, events }: StatementsDeps,
  statementId: string,
  items: readonly SettleItem[],
  { operator, note }: { readonly operator: Operator; readonly note: string },
): Promise<Settled> {
  const skipped: OperationOutput<'statement.settle'>['skipped'][number][] = [];
  let settled = 0;
  for await (const piece of piecesOf(items.length, SETTLED_AT_ONCE, (from, to) =>
    log.settleByStatement(statementId, items.slice(from, to), operator, note),
  )) {
    if (!piece.ok) return piece;
    await tellOfEnds({ log, events }, piece.value.settled);
    settled += piece.value.settled.length;
    skipped.push(...piece.value.skipped);
  }
  return ok({ settled, skipped });
}

async function* piecesOf<T>(
  total: number,
  atOnce: number,
  work: (from: number, to: number) => Promise<T>,
): AsyncGenerator<T> {
  for (let from = 0; from < total; from += atOnce) yield work(from, Math.min(total, from + atOnce));
}

const CHECKED_OTHERWISE = err(failure('statement_not_possible', 'checked otherwise since'));

type Compared = Pick<StatementRecord, 'profileId' | 'merchant' | 'mode' | 'stated'> & {
  readonly statementId: string;
};

/** The index must know every request: one that it lacks would look as if it were only there. */
async function compareRows(
  { log, profiles, clock }: StatementsDeps,
  { statementId, profileId, merchant, mode, stated }: Compared,
): Promise<Result<StatementComparison, Failure>> {
  const profile = profiles.find(profileId);
  const stateWords = profile.ok ? profile.value.stateWords : [];
  const { isWhole } = await log.indexed();
  const at = clock.now().toISOString();
  const question = { statementId, whose: { merchant, mode }, stated, stateWords, at };
  const comparison = isWhole ? await log.compareStatement(question) : null;
  return comparison === null
    ? err(failure('log_unavailable', 'the search index is behind the log'))
    : ok(comparison);
}

async function recordRows(
  deps: StatementsDeps,
  { importId, statementId, digest, stated, again }: OperationInput<'statement.record'>,
  operator: Operator,
): Promise<Result<Statement, Failure>> {
  const { log, profiles, steps } = deps;
  const known = await log.statement(statementId);
  if (known !== null) return ok(known);
  const found = steps.ready(importId, operator);
  if (!found.ok) return found;
  const ready = found.value;
  if (ready.digest !== digest) return CHECKED_OTHERWISE;
  const wrong = whyNotStated(stated, ready, deps.clock.now().getTime());
  if (wrong !== null) return err(failure('statement_not_possible', wrong));
  const profile = profiles.find(ready.profileId);
  if (!profile.ok) return profile;
  const same = await log.statementOfFile(ready.profileId, ready.sha256);
  if (same !== null && !again) return err(failure('statement_known', same.statementId));
  const { isWhole } = await log.indexed();
  if (!isWhole) return err(failure('log_unavailable', 'the search index is behind the log'));
  const written = await writeRows(deps, importId, statementId, ready, operator);
  if (!written.ok) return written;
  // Another check while they were written may have read some of the rows otherwise.
  const still = steps.ready(importId, operator);
  if (!still.ok || still.value.digest !== digest) return CHECKED_OTHERWISE;
  const { name: profileName, mode, merchant } = profile.value;
  const { profileId, file, sha256, headers, mapping, count: rows } = ready;
  const compared = await compareRows(deps, { statementId, profileId, merchant, mode, stated });
  if (!compared.ok) return compared;
  const whose = { profileId, profileName, mode, merchant, operator };
  const said = { file, sha256, headers, mapping, stated, rows, counts: compared.value.counts };
  const recorded = await log.recordStatement(statementId, { ...whose, ...said });
  if (recorded.ok) await markRequests(deps, statementId, operator);
  return recorded;
}

/** Requests that need attention by this statement, or no longer. What a crash or a full disk keeps back comes with the next comparison. */
export async function markRequests(
  { log, events }: Pick<StatementsDeps, 'log' | 'events'>,
  statementId: string,
  operator: Operator,
): Promise<void> {
  const found = (await log.statementFindings(statementId)) ?? [];
  for await (const piece of piecesOf(found.length, SETTLED_AT_ONCE, (from, to) =>
    log.markByStatement(statementId, found.slice(from, to), operator),
  )) {
    if (!piece.ok) return;
    for (const request of piece.value) events.emit({ name: 'request.changed', request });
  }
}

/** Times without a zone were read by the zone of the check, and a file cannot be younger than its reading. */
function whyNotStated(
  stated: StatedCoverage,
  ready: Pick<ReadyStatement, 'timeZone'>,
  nowMs: number,
): string | null {
  if (stated.timeZone !== ready.timeZone) return 'the rows were read with another time zone';
  return Date.parse(stated.madeAt) > nowMs + CLOCK_SKEW_MS ? 'made in the future' : null;
}

async function writeRows(
  { log, events }: StatementsDeps,
  importId: string,
  statementId: string,
  { count, read }: ReadyStatement,
  { personId }: Operator,
): Promise<Result<void, Failure>> {
  const tell = (done: number): void =>
    events.emit({
      name: 'import.progress',
      owner: personId ?? null,
      progress: { importId, step: 'freezing', done, total: count },
    });
  let done = 0;
  tell(done);
  for await (const rows of piecesOf(count, ROWS_AT_ONCE, (from, to) => read(from, to - from))) {
    if (!rows.ok) return rows;
    const added = await log.addStatementRows(statementId, rows.value);
    if (!added.ok) return added;
    done += rows.value.length;
    tell(done);
  }
  return ok(undefined);
}
