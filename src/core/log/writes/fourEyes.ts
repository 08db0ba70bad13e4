import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import {
  type EyesBook,
  type EyesReason,
  type EyesRules,
  isAtLeast,
  rulesFor,
} from '#shared/domain/eyes.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type ProfileId, intentIdSchema } from '#shared/domain/ids.ts';
import type { Approval } from '#shared/domain/operator.ts';
import { cameToNothing } from '#shared/domain/orderUse.ts';
import type { WhereTo } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { requestDigest } from '../../eyes/digest.ts';
import { localMidnight, openingOf } from '../reads/handOver.ts';
import type { PreparedBody, EventOf } from '../store/events.ts';
import { isLocked, peopleStateOf } from '../store/peopleRows.ts';
import type { Store } from '../store/store.ts';
import { write } from '../call.ts';

/** What W1 needs to know about four eyes besides the request. `origin`: of the provider's address. */
export type W1Eyes = {
  readonly origin: string;
  readonly digestKey: string;
  readonly approval: Approval | null;
};

/** The rules of four eyes, and the approvals that were used for anything but a W1. */
export const eyesWrites = {
  /** Only a change is an event. `people_not_possible` in a log without people. */
  setEyesRules: write((store, at, operator: Operator, profileId: ProfileId, rules: EyesRules) => {
    if (peopleStateOf(store).people.length === 0) return err(failure('people_not_possible'));
    const before = eyesBookOf(store);
    if (isDeepStrictEqual(rulesFor(before, profileId), rules)) return ok(before);
    const book = { ...before, [profileId]: rules };
    store.events.append({ kind: 'eyes_rules', body: { operator, profileId, book } }, at);
    return ok(book);
  }),
  recordApprovalUsed: write((store, at, used: EventOf<'approval_used'>['body']) => {
    store.events.append({ kind: 'approval_used', body: used }, at);
    return ok(undefined);
  }),
};

/** Rules from before people were ended do not hold: there was no second person any more. */
export function eyesBookOf({ events }: Pick<Store, 'events'>): EyesBook {
  const rules = events.newest('eyes_rules');
  if (rules === null) return {};
  const endedSeq = events.newest('people_ended')?.seq ?? 0;
  return rules.seq > endedSeq ? rules.body.book : {};
}

/**
 * The request as W1 may record it: with its approval where a rule asks for one. Inside the transaction, so that two pages cannot
 * both stay under a sum or be the first in Live. An approval covers one intent, and an intent is recorded once.
 */
export function seenByTwo(
  store: Store,
  at: string,
  prepared: PreparedBody,
  eyes: W1Eyes | undefined,
): Result<PreparedBody, Failure> {
  // Most desks have no rules: W1 costs them one look-up in an index.
  const book = eyesBookOf(store);
  const reasons = reasonsFor(store, at, prepared, book);
  if (reasons.length === 0) return ok(prepared);
  const { batch, operator } = prepared;
  // Of a batch the plan was approved, and with it every row.
  if (batch !== undefined && eyes !== undefined) {
    const to = {
      origin: eyes.origin,
      merchant: prepared.body.fields.merchant,
      mode: prepared.mode,
    };
    if (hasBatchApproval(store, batch.batchId, operator, to)) return ok(prepared);
  }
  const approval = eyes?.approval ?? null;
  const needed: Failure = { code: 'approval_needed', reasons, cardId: null };
  if (eyes === undefined || approval === null) return err(needed);
  const isOther = isAnother(approval, operator);
  const isSame = approval.digest === preparedDigest(prepared, eyes);
  const isGood = isOther && isSame && mayStillApprove(store, approval);
  return isGood ? ok({ ...prepared, approval }) : err(needed);
}

/** A signed approval has no person of this desk; core compared the names, and verified the signature (team/papers.ts). */
function isAnother({ by, how }: Approval, operator: Operator): boolean {
  if (how === 'signed') return by.signed !== undefined && by.name !== operator.name;
  return by.personId !== undefined && by.personId !== operator.personId;
}

/** Core has looked at the approver too; archiving them may have been recorded between its look and this transaction. */
function mayStillApprove(store: Store, { by, how }: Approval): boolean {
  if (how === 'signed') return true;
  const { people, rules } = peopleStateOf(store);
  const approver = people.find(({ personId }) => personId === by.personId);
  if (approver === undefined || approver.isArchived || isLocked(approver)) return false;
  return rules.roles[approver.role].includes('approve');
}

export function preparedDigest(
  prepared: PreparedBody,
  { origin, digestKey }: Omit<W1Eyes, 'approval'>,
): string {
  const { intentId, profileId, mode, body, operator, reissueOf, repeats } = prepared;
  const author = operator.personId ?? null;
  const again = { reissueOf, repeats: repeats ?? null };
  const of = { intentId, profileId, origin, mode, body, author, ...again };
  return requestDigest(digestKey, of);
}

function reasonsFor(
  store: Store,
  at: string,
  prepared: PreparedBody,
  book: EyesBook,
): readonly EyesReason[] {
  const { profileId, mode, batch } = prepared;
  const rules = rulesFor(book, profileId);
  const { cents, currency } = prepared.body.fields;
  const always = (kind: EyesRules['kinds'][number]): boolean => rules.kinds.includes(kind);
  const isAgain = (): boolean => {
    const again = prepared.reissueOf ?? prepared.repeats;
    if (again === undefined || always('reissue')) return again !== undefined;
    // Another profile of the merchant may issue again for it, and does not go round the rule of the unknown's own profile.
    const old = store.projection.rows.find(again);
    return old !== null && rulesFor(book, old.profileId).kinds.includes('reissue');
  };
  const isSum = (): boolean => {
    if (!Object.hasOwn(rules.sumFrom, currency)) return false;
    const before = issuedBy(store, prepared, windowStart(store, prepared.operator, at));
    return isAtLeast(before + BigInt(cents), currency, rules.sumFrom);
  };
  const checks: readonly (readonly [EyesReason, () => boolean])[] = [
    ['amount', () => isAtLeast(cents, currency, rules.amountFrom)],
    ['sum', isSum],
    ['first_live', () => always('first_live') && mode === 'live' && !hasLive(store, profileId)],
    ['batch_live', () => always('batch_live') && mode === 'live' && batch !== undefined],
    ['reissue', isAgain],
  ];
  return checks.flatMap(([reason, holds]) => (holds() ? [reason] : []));
}

/**
 * From when on the sum of what a person has issued is counted: local midnight, or the time at which they took over where that was
 * earlier. So a night is one sum, and handing over and back the same day begins none. Both follow the system's clock: a clock that is
 * set a day ahead begins a new sum.
 */
function windowStart(store: Store, { personId }: Operator, at: string): string {
  const [opening, midnight] = [openingOf(store, personId, at), localMidnight(at)];
  return opening < midnight ? opening : midnight;
}

const NEWEST = `
  SELECT intent_id FROM request WHERE is_open = ? AND profile_id = ? ORDER BY first_seq DESC LIMIT 1`;

/** A profile that has issued in Live stays in Live (profiles/mayChange.ts), so its newest request is a live one. */
function hasLive({ db, projection }: Store, profileId: ProfileId): boolean {
  return [0, 1].some((isOpen) => {
    const newest = db.prepare(NEWEST).pluck().get(isOpen, profileId);
    if (newest === undefined) return false;
    return projection.rows.find(intentIdSchema.parse(newest))?.mode === 'live';
  });
}

const ISSUED = `
  SELECT created_at AS createdAt, outcome, person_id AS personId, currency, cents FROM request
  WHERE is_open = ? AND profile_id = ? ORDER BY first_seq DESC`;
const issuedSchema = z.object({
  createdAt: z.string(),
  outcome: z.string(),
  personId: z.string().nullable(),
  currency: z.string(),
  cents: z.int(),
});

/**
 * A request that was recorded while the system's clock was set back stands among those of today and is older than all of them: the
 * walk goes on past this many older ones before it ends.
 */
const MAX_OLDER = 200;

/**
 * What the person has issued of this currency since then, in minor units: everything that exists at the provider or may exist.
 * Rows stand in the order of recording, so the walk ends soon after the last one of the time; only a profile with a rule of sums pays
 * for it.
 */
function issuedBy({ db }: Store, prepared: PreparedBody, since: string): bigint {
  const { profileId, operator, body } = prepared;
  let sum = 0n;
  for (const isOpen of [0, 1]) {
    let older = 0;
    for (const row of db.prepare(ISSUED).iterate(isOpen, profileId)) {
      const { createdAt, outcome, personId, currency, cents } = issuedSchema.parse(row);
      older = createdAt < since ? older + 1 : 0;
      if (older > MAX_OLDER) break;
      if (older > 0) continue;
      if (cameToNothing({ outcome })) continue;
      if (personId !== (operator.personId ?? null)) continue;
      if (currency === body.fields.currency) sum += BigInt(cents);
    }
  }
  return sum;
}

/**
 * Whether a second person approved the plan for the person in whose name it runs, and for the place that it goes to: the profile's
 * address or merchant may have been changed since.
 */
export function hasBatchApproval(
  { events }: Store,
  batchId: string,
  operator: Operator,
  to: WhereTo,
): boolean {
  const found = events.aboutLog(['approval_used']).findLast((seq) => {
    const used = events.bySeq(seq);
    return (
      used?.kind === 'approval_used' &&
      used.body.batchId === batchId &&
      isDeepStrictEqual(used.body.to ?? to, to) &&
      used.body.operator.personId === operator.personId &&
      isAnother(used.body.approval, operator)
    );
  });
  return found !== undefined;
}
