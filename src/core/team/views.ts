import { z } from 'zod';

import type { OperationInput } from '#shared/contract/operations.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type { TeamConflict, TeamDesk, TeamFault, TeamRequest } from '#shared/domain/team.ts';

import type { ConflictRow, DeskRow, PageRow, TeamCalls } from './calls.ts';
import { deskNameOf, loginOf } from './membership.ts';
import { type ShareCustomer, shownCustomer } from './sharedCustomer.ts';

type Asked<T> = Promise<Result<readonly T[], TeamFault>>;

export type ViewQuestions = ReturnType<typeof viewQuestions>;

/** The questions of the team's screens, each over the connection that is open when it is asked. */
export function viewQuestions(ask: <T>(question: (calls: TeamCalls) => Asked<T>) => Asked<T>) {
  return {
    desks: () => ask(desksOf),
    conflicts: () => ask(conflictsOf),
  };
}

/** What the screens show of the team, as the contract has it. */
export async function foundRows(
  calls: TeamCalls,
  { text, desk, outcome, mode, before, most }: OperationInput<'team.find'>,
  share: ShareCustomer,
): Asked<TeamRequest> {
  const filter = {
    desk: desk === null ? null : loginOf(desk),
    outcome,
    isSandbox: mode === undefined ? null : mode === 'sandbox',
    before: before === null ? null : { ...before, createdAt: new Date(before.createdAt) },
  };
  const part = text.trim();
  const rows = await (part === ''
    ? calls.page(filter, most)
    : calls.search(part, share(part), filter, most));
  return rows.ok ? ok(rows.value.map(teamRequestOf)) : rows;
}

const documentSchema = z.looseObject({
  body: z.looseObject({ flow: z.enum(['create', 'build']) }),
});
const closedSchema = z.looseObject({
  resolution: z.looseObject({
    at: z.iso.datetime(),
    operator: z.looseObject({ name: z.string() }),
  }),
});

function teamRequestOf(row: PageRow): TeamRequest {
  const document = parsedDocument(row.document);
  const read = documentSchema.safeParse(document);
  return {
    createdAt: row.created_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    desk: deskNameOf(row.login),
    deskCode: row.code,
    isOwn: row.is_own,
    intentId: intentIdSchema.parse(row.intent_id),
    merchant: row.merchant,
    orderId: row.order_id,
    customer: row.customer === null ? null : shownCustomer(row.customer),
    cents: row.cents,
    currency: row.currency,
    outcome: row.outcome,
    state: row.state,
    resolution: resolutionOf(row.resolution, document),
    flow: read.success ? read.data.body.flow : null,
  };
}

/** Odd bytes: the row is shown without it. */
function parsedDocument(document: string | null): unknown {
  try {
    return JSON.parse(document ?? 'null');
  } catch {
    return null;
  }
}

/** Who closed it and when is in the document alone, which may be of another version. */
function resolutionOf(kind: string | null, document: unknown): TeamRequest['resolution'] {
  if (kind === null) return null;
  const read = closedSchema.safeParse(document);
  if (!read.success) return { kind, by: null, at: null };
  const { at, operator } = read.data.resolution;
  return { kind, by: operator.name, at };
}

async function desksOf(calls: TeamCalls): Asked<TeamDesk> {
  const [standing, desks] = [await calls.standing(), await calls.desks()];
  if (!standing.ok) return standing;
  if (!desks.ok) return desks;
  return ok(
    desks.value.map(({ desk_id: id, login, code, state, last_seen: seen }) => ({
      deskId: id,
      desk: deskNameOf(login),
      code,
      state,
      isOwn: id === standing.value.desk_id,
      lastSeen: seen?.toISOString() ?? null,
    })),
  );
}

export type SentElsewhere = { readonly intentId: IntentId; readonly desk: string };

/** Of the conflicts, those of this desk: its request, and the desk that sent the order too. */
export function elsewhereOf(
  conflicts: readonly ConflictRow[],
  ownId: string,
  desks: readonly Pick<DeskRow, 'desk_id' | 'login'>[],
): readonly SentElsewhere[] {
  const names = new Map(desks.map(({ desk_id: id, login }) => [id, deskNameOf(login)]));
  return conflicts.flatMap((one) => {
    const sides = [
      [one.held_by, one.held_intent, one.sent_by],
      [one.sent_by, one.sent_intent, one.held_by],
    ] as const;
    return sides
      .filter(([desk]) => desk === ownId)
      .flatMap(([, intent, other]) => {
        const intentId = intentIdSchema.safeParse(intent);
        return intentId.success ? [{ intentId: intentId.data, desk: names.get(other) ?? '?' }] : [];
      });
  });
}

async function conflictsOf(calls: TeamCalls): Asked<TeamConflict> {
  const standing = await calls.standing();
  const [desks, conflicts] = [await calls.desks(), await calls.conflicts()];
  if (!standing.ok) return standing;
  if (!desks.ok) return desks;
  if (!conflicts.ok) return conflicts;
  const ownId = standing.value.desk_id;
  const names = new Map(desks.value.map(({ desk_id: id, login }) => [id, deskNameOf(login)]));
  return ok(
    conflicts.value.map((found) => ({
      merchant: found.merchant,
      orderId: found.order_id,
      heldBy: names.get(found.held_by) ?? '?',
      sentBy: names.get(found.sent_by) ?? '?',
      ownIntent: elsewhereOf([found], ownId, desks.value)[0]?.intentId ?? null,
      recordedAt: found.recorded_at.toISOString(),
    })),
  );
}
