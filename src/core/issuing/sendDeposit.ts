import { setImmediate as nextTurn } from 'node:timers/promises';

import type { TravelledAnswer, TravelledRequest } from '#shared/domain/history.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type {
  DepositRequest,
  NOT_SENT_REASONS,
  SettledStage,
  TEAM_REASONS,
} from '#shared/domain/request.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';
import type { SentClaim } from '#shared/domain/team.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { LimitsService } from '../limits/service.ts';
import type { Chance, Clock, VaultFault } from '../ports.ts';
import { classify } from '../provider/classify.ts';
import { type Exchange, type LateReading, type Outgoing, exchange } from '../provider/client.ts';
import type { Connection } from '../provider/connect.ts';
import type { IdleConnection } from '../provider/idleConnection.ts';
import type { ReadyConnections } from '../provider/readyConnections.ts';
import { depositRequestOf, shownHeaders } from '../provider/requests.ts';
import { withoutSecrets } from '../provider/secretInAnswer.ts';
import type { Redactor } from '../journal/redact.ts';
import type { ClaimOrder } from '../team/claims.ts';
import type { Secrets, SigningSecrets } from '../vault/secrets.ts';
import { within } from '../within.ts';
import type { LateAnswers } from './lateAnswers.ts';
import { orNotRecorded } from './heldAnswers.ts';
import type { Settler } from './settle.ts';
import type { Interruptible, Interruption, UnderWay } from './underWay.ts';
import type { LogPort } from '../log/openLog.ts';

export type SendDeposit = (request: DepositRequest, profile: Profile) => Promise<DepositRequest>;

export type SendDeps = {
  readonly log: LogPort;
  readonly secrets: Secrets;
  readonly connections: Pick<ReadyConnections, 'open'>;
  readonly redactor: Redactor;
  readonly limits: LimitsService;
  readonly events: DeskEvents;
  readonly settler: Settler;
  readonly underWay: UnderWay;
  readonly lateAnswers: LateAnswers;
  readonly userAgent: string;
  /** Left out: the desk has no team. */
  readonly claim?: ClaimOrder;
  readonly clock: Clock;
  readonly chance: Chance;
};

type Ready = {
  readonly outgoing: Outgoing;
  readonly idle: IdleConnection;
  readonly secrets: SigningSecrets;
  /** Null: the desk has no team. */
  readonly claim: SentClaim | null;
};
type Settled = {
  readonly stage: SettledStage;
  readonly answer: TravelledAnswer | null;
  /** The connection is read on. */
  readonly late?: LateReading;
};

/** The life of one request, steps 3–6. Never rejects for anything the network, the vault or the disk can do. */
export function createSendDeposit(deps: SendDeps): SendDeposit {
  const send = async (
    request: DepositRequest,
    profile: Profile,
    interruptible: Interruptible,
  ): Promise<DepositRequest> => {
    const ready = await makeReady(request, profile, interruptible, deps);
    const settled = ready.ok
      ? await sendOnce(request, profile, ready.value, interruptible, deps)
      : ready.error;
    const { stage, answer } = withoutSecrets(settled, request.body, deps.redactor);
    const done = await deps.settler.settle(request, stage, answer);
    if (settled.late !== undefined) deps.lateAnswers.follow(done, profile, settled.late);
    const status = settled.answer?.httpStatus ?? 0;
    // A refusal may mean that the limits have moved.
    if (status >= 400 && status < 500) deps.limits.refreshLater(profile);
    // The provider has taken what this secret signed: an older one is not needed any more.
    if (ready.ok && done.outcome === 'accepted') {
      const proven = deps.secrets.proven(profile, ready.value.secrets);
      await within(proven, { signal: interruptible.signal }, aborted);
    }
    return done;
  };
  return (request, profile) =>
    deps.underWay.run(request.intentId, (interruptible) =>
      deps.redactor.during(() => send(request, profile, interruptible)),
    );
}

/**
 * 3. Secret, signature, DNS, proxy, TCP, TLS, and beside them the team's claim: not one byte of the request has left, so every
 * failure is `not_sent`.
 */
async function makeReady(
  request: DepositRequest,
  profile: Profile,
  interruptible: Interruptible,
  deps: SendDeps,
): Promise<Result<Ready, Settled>> {
  const { signal } = interruptible;
  const read = await within(deps.secrets.read(profile), { signal }, aborted);
  if (read === 'aborted') return err(interruptedBefore(interruptible));
  if (!read.ok) return err(notSent('vault_unavailable', read.error satisfies VaultFault));
  if (read.value === null) return err(notSent('secret_missing', null));
  const outgoing = depositRequestOf(profile, request.body, { ...deps, secrets: read.value });
  if (!outgoing.ok) return err(notSent(outgoing.error, null));
  interruptible.reached('connecting');
  const claiming = deps.claim?.(request, profile) ?? null;
  const opened = await deps.connections.open(profile, outgoing.value.url, {
    timeoutMs: Math.min(profile.connectDeadlineMs, profile.answerDeadlineMs),
    signal,
    isTyped: request.batch === undefined,
  });
  if (signal.aborted && !opened.ok) return err(interruptedBefore(interruptible));
  if (!opened.ok) return err(notSent(opened.error.code, opened.error.detail));
  const ready = { outgoing: outgoing.value, idle: opened.value, secrets: read.value };
  if (claiming === null) return ok({ ...ready, claim: null });
  const claim = await within(claiming, { signal }, aborted);
  if (claim !== 'aborted' && claim.kind !== 'refused') return ok({ ...ready, claim });
  ready.idle.close();
  if (claim === 'aborted') return err(interruptedBefore(interruptible));
  return err(notSent(claim.code, claim.detail));
}

/** 4–5. W2, and only then the bytes. */
async function sendOnce(
  request: DepositRequest,
  profile: Profile,
  { outgoing, idle, claim }: Ready,
  interruptible: Interruptible,
  { log, events, redactor, lateAnswers }: SendDeps,
): Promise<Settled> {
  const { connection } = idle;
  const { signal } = interruptible;
  const unsent = (settled: Settled): Settled => {
    idle.close();
    return settled;
  };
  if (signal.aborted) return unsent(interruptedBefore(interruptible));
  const deadBefore = idle.fault();
  if (deadBefore !== null) return unsent(notSent('connection_failed', deadBefore));
  const sent = redactor.deep(travelled(outgoing, connection, profile));
  const withClaim = claim === null ? ([] as const) : ([claim] as const);
  const marked = await orNotRecorded(() => log.markSending(request.intentId, sent, ...withClaim));
  if (!marked.ok) return unsent(notSent('not_recorded', marked.error.detail));
  await socketsPolled();
  // A cancel while W2 is being written comes before the first byte.
  if (signal.aborted) return unsent(interruptedBefore(interruptible));
  // No byte of the request has left, so this is proof enough for `not_sent`, whose W3 is durable as every outcome's.
  const deadMeanwhile = idle.fault();
  if (deadMeanwhile !== null) return unsent(notSent('connection_failed', deadMeanwhile));
  idle.release();
  events.emit({ name: 'request.changed', request: marked.value });
  // Emitted before the first byte: after it a cancel cannot prove that nothing was sent.
  interruptible.reached('sent');
  let late: LateReading | null = null;
  const answered = await exchange(connection.socket, outgoing, {
    deadlineMs: profile.answerDeadlineMs,
    signal,
    charset: profile.dialect.answerCharset,
    onWritten: () => interruptible.reached('waiting'),
    readOn: (reading) => {
      // Closing waits for nothing that changes no outcome.
      if (interruptible.reason() === 'closing') return false;
      late = reading;
      lateAnswers.take(reading);
      return true;
    },
  });
  const outcome = withCause(answered, interruptible.reason());
  const stage = classify(outcome, request.body, profile.dialect);
  return { stage, answer: outcome.answer, ...(late === null ? {} : { late }) };
}

/**
 * What happened to a connection while W2 was being written is known only once its socket was polled. The first turn ends the poll
 * in which W2's answer arrived, the second one follows a poll of its own.
 */
async function socketsPolled(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** The exchange only knows that it was given up; here is known by whom. */
function withCause(outcome: Exchange, reason: Interruption | null): Exchange {
  if (outcome.kind !== 'lost' || outcome.code !== 'interrupted_after_sending') return outcome;
  switch (reason) {
    case 'cancelled':
      return { ...outcome, code: 'cancelled_after_sending', detail: 'cancelled by the operator' };
    case 'slept':
      return { ...outcome, code: 'machine_slept', detail: 'the machine slept' };
    case 'closing':
    case null:
      return { ...outcome, detail: 'the desk was closed' };
    default:
      return assertNever(reason);
  }
}

function interruptedBefore({ reason }: Interruptible): Settled {
  switch (reason()) {
    case 'cancelled':
      return notSent('cancelled', null);
    case 'slept':
      return notSent('interrupted_before_sending', 'the machine slept');
    default:
      return notSent('interrupted_before_sending', 'the desk was closed');
  }
}

function travelled(
  outgoing: Outgoing,
  connection: Connection,
  { dialect }: Profile,
): TravelledRequest {
  return {
    method: outgoing.method,
    url: outgoing.url.href,
    headers: shownHeaders(outgoing, dialect),
    body: outgoing.body,
    remoteAddress: connection.remoteAddress,
    tls: connection.tls,
  };
}

type NotSentCode = (typeof NOT_SENT_REASONS)[number] | (typeof TEAM_REASONS)[number];

function notSent(code: NotSentCode, detail: string | null): Settled {
  return {
    stage: { outcome: 'not_sent', reason: { code, httpStatus: null, detail } },
    answer: null,
  };
}

/** A keychain can wait for a person; closing and cancelling must not. */
function aborted(): 'aborted' {
  return 'aborted';
}
