import type { DepositDraft, FieldFault } from '#shared/domain/draft.ts';
import { checkDraft } from '#shared/domain/draft.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import {
  type BatchPlace,
  type IntentId,
  type ProfileId,
  canonicalIntentId,
} from '#shared/domain/ids.ts';
import type { LogHealth } from '#shared/domain/logHealth.ts';
import { type Profile, type WhereTo, goesTo, whereTo } from '#shared/domain/profile.ts';
import { isSameMerchantMode, merchantModeOf } from '#shared/domain/orderUse.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { isDeepStrictEqual } from 'node:util';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Eyes } from '../eyes/eyes.ts';
import type { LimitsService } from '../limits/service.ts';
import type { PreparedBody } from '../log/store/events.ts';
import { preparedDigest, type W1Eyes } from '../log/writes/fourEyes.ts';
import type { Clock } from '../ports.ts';
import { stringToSign } from '../provider/stringToSign.ts';
import { confirmedRepeat } from './repeating.ts';
import type { SendDeposit } from './sendDeposit.ts';
import type { Settler } from './settle.ts';
import type { EarlierAnswer } from '../log/writes/issuedBefore.ts';
import type { LogPort } from '../log/openLog.ts';

type IssueInput = {
  readonly intentId: IntentId;
  readonly profile: Profile;
  /** Where the page, or the plan of the batch, said that it goes. */
  readonly shown?: WhereTo | undefined;
  readonly operator: Operator;
  readonly draft: DepositDraft;
  /** The unknown that this is issued again for, and what the operator typed to say so. */
  readonly reissue: { readonly of: IntentId; readonly confirmation: string } | null;
  /** Earlier requests that the operator was asked about. */
  readonly repeat?: readonly EarlierAnswer[] | undefined;
  /** Left out: it was typed. */
  readonly batch?: BatchIssue;
};

type BatchIssue = {
  readonly place: BatchPlace;
  readonly note: string;
  /** Asked right before W1. False: the batch was paused or stopped meanwhile, and nothing is recorded. */
  readonly mayPrepare: () => Promise<boolean>;
};

type Issued = {
  readonly request: DepositRequest;
  readonly warnings: readonly FieldFault[];
  /** Settles with the outcome. The contract does not wait for it: everything after W1 arrives as events. */
  readonly settled: Promise<DepositRequest>;
};

export type IssueDeposit = (input: IssueInput) => Promise<Result<Issued, Failure>>;

export type IssueDeps = {
  readonly log: LogPort;
  readonly limits: LimitsService;
  readonly send: SendDeposit;
  readonly settler: Settler;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly eyes: Pick<Eyes, 'approvalOf' | 'ask' | 'used' | 'digestKey'>;
  readonly isLiveAllowed: boolean;
  /** The operator has confirmed this live profile in this run, as it is now. */
  readonly isLiveConfirmed: (profile: Profile) => boolean;
  /** Whether the profile may still issue. */
  readonly findInUse: (id: ProfileId) => Result<unknown, Failure>;
};

/** A provider that hangs at GET limit must not keep the operator from the form; limits that are not fresh only warn. */
const LIMITS_PATIENCE_MS = 1000;

/** The life of one request, steps 0–2: answers once W1 is durable, and leaves the rest running. */
export function createIssueDeposit(deps: IssueDeps): IssueDeposit {
  const { log, limits, events, clock } = deps;

  return async (input) => {
    const { profile, operator, draft, reissue } = input;
    const intentId = canonicalIntentId(input.intentId);
    if (profile.mode === 'live' && !deps.isLiveAllowed) return err(failure('live_not_allowed'));

    // Said first: nothing is read from a log that is not there.
    const refusal = refusalBy(log.health());
    if (refusal !== null) return err(refusal);

    // 0. A double click or a second window gets the request that is there. W1 itself looks for it, so that the ordinary case
    // need not ask twice; whatever would refuse it before W1 looks first, because limits and the rest may have moved since.
    const unlessRepeated = async (refused: Failure): Promise<Result<Issued, Failure>> => {
      const existing = await log.find(intentId);
      return existing === null
        ? err(refused)
        : repeated(deps.settler.shown(existing), input, clock);
    };

    const notAsShown = refusalByPlace(input, deps);
    if (notAsShown !== null) return unlessRepeated(notAsShown);

    // An outcome that could not be written stops issuing until it can be.
    const backlog = await deps.settler.flush();
    if (!backlog.ok) return unlessRepeated(failure('not_recorded', backlog.error.detail));

    const confirmed = await confirmedReissue(input, log);
    if (!confirmed.ok) return unlessRepeated(confirmed.error);

    const [repeats, { snapshot }] = await Promise.all([
      confirmedRepeat(input, log),
      // 1.
      limits.read(profile, false, LIMITS_PATIENCE_MS),
    ]);
    if (!repeats.ok) return unlessRepeated(repeats.error);
    const check = checkDraft(draft, profile, snapshot, clock.now().getTime());
    if (check.body === null) {
      return unlessRepeated({ code: 'invalid_fields', faults: check.faults });
    }

    // Reading limits may have taken seconds, and the profile may have been archived or deleted meanwhile.
    const inUse = deps.findInUse(profile.id);
    if (!inUse.ok) return unlessRepeated(inUse.error);

    const { batch } = input;
    if (batch !== undefined && !(await batch.mayPrepare())) {
      return err(failure('batch_not_possible', 'paused or stopped'));
    }

    // 2. W1
    const body = {
      intentId,
      profileId: profile.id,
      profileName: profile.name,
      mode: profile.mode,
      operator,
      body: check.body,
      stringToSign: stringToSign(check.body),
      limitsSnapshotId: snapshot?.id ?? null,
      reissueOf: reissue?.of ?? null,
      ...(repeats.value === null ? {} : { repeats: repeats.value }),
      ...(batch === undefined ? {} : { batch: batch.place }),
    };
    const prepared = await writeW1(body, input, deps);
    if (!prepared.ok) return prepared;
    const { request, fresh } = prepared.value;
    if (!fresh) return repeated(deps.settler.shown(request), input, clock);

    events.emit({ name: 'request.changed', request });
    const settled = deps.send(request, profile);
    const replaced = reissue === null ? null : await log.find(reissue.of);
    if (replaced !== null) events.emit({ name: 'request.changed', request: replaced });
    return ok({ request, warnings: check.faults, settled });
  };
}

/** With the approval of a second person, where there is one for exactly this request. W1 says whether it needs one, and uses it up. */
async function writeW1(
  body: PreparedBody,
  input: IssueInput,
  deps: IssueDeps,
): ReturnType<LogPort['prepare']> {
  const { log, eyes } = deps;
  const by = { origin: whereTo(input.profile).origin, digestKey: eyes.digestKey };
  const approval = eyes.approvalOf(() => preparedDigest(body, by));
  const { batch, repeat = [], profile } = input;
  // A row of a batch was asked about at its check.
  const asked =
    batch === undefined ? { answers: repeat, windowMin: profile.duplicateWindowMin } : null;
  const prepared = await log.prepare(body, batch?.note ?? '', { ...by, approval }, asked);
  if (!prepared.ok) return err(waiting(prepared.error, body, by, input, deps));
  if (approval !== null) eyes.used(approval.digest);
  return prepared;
}

/** A typed request that needs a second person waits on a card. A row of a batch does not: its plan is what is approved. */
function waiting(
  refused: Failure,
  body: PreparedBody,
  by: Omit<W1Eyes, 'approval'>,
  { profile, operator, draft, reissue, repeat, batch }: IssueInput,
  { eyes }: Pick<IssueDeps, 'eyes'>,
): Failure {
  if (refused.code !== 'approval_needed' || batch !== undefined) return refused;
  const { intentId } = body;
  const again = { deposit: draft, reissue, ...(repeat === undefined ? {} : { repeat }) };
  return eyes.ask({
    key: `issue ${intentId}`,
    digest: preparedDigest(body, by),
    reasons: refused.reasons,
    profile,
    author: operator,
    content: { kind: 'issue', intentId, body: body.body, again },
  });
}

/** The profile leads elsewhere than the page showed, or the operator has not confirmed that it is live. */
function refusalByPlace(
  { profile, shown }: IssueInput,
  { isLiveConfirmed }: Pick<IssueDeps, 'isLiveConfirmed'>,
): Failure | null {
  if (shown !== undefined && !goesTo(profile, shown)) return failure('profile_changed');
  const isConfirmed = profile.mode !== 'live' || isLiveConfirmed(profile);
  return isConfirmed ? null : failure('live_not_confirmed');
}

/** W1 judges a full disk: the operator may have freed room since. */
function refusalBy(health: LogHealth): Failure | null {
  if (health.state === 'ok' || (health.state === 'damaged' && health.damage === 'disk_full')) {
    return null;
  }
  if (health.state !== 'damaged') return failure('log_unavailable', health.state);
  return failure('not_recorded', `${health.damage}: ${health.detail}`);
}

/** The operator types the old order id, because issuing again is the one thing here that can cost money twice. */
async function confirmedReissue(
  { reissue, profile }: IssueInput,
  log: LogPort,
): Promise<Result<void, Failure>> {
  if (reissue === null) return ok(undefined);
  const old = await log.find(reissue.of);
  if (old === null) return err(failure('request_not_found'));
  if (!isSameMerchantMode(merchantModeOf(old), profile)) {
    return err(failure('not_resolvable', 'it belongs to another merchant or mode'));
  }
  return reissue.confirmation.trim() === old.body.fields.order_id
    ? ok(undefined)
    : err(failure('confirmation_mismatch'));
}

function repeated(
  existing: DepositRequest,
  { profile, draft, reissue }: IssueInput,
  clock: Clock,
): Result<Issued, Failure> {
  const { body } = checkDraft(draft, profile, null, clock.now().getTime());
  const isSame =
    existing.profileId === profile.id &&
    existing.reissueOf === (reissue?.of ?? null) &&
    isDeepStrictEqual(existing.body, body);
  if (!isSame) return err(failure('intent_conflict'));
  return ok({ request: existing, warnings: [], settled: Promise.resolve(existing) });
}
