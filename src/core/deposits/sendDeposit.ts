import type { TravelledAnswer, TravelledRequest } from '#shared/domain/history.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest, NOT_SENT_REASONS, SettledStage } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../deskEvents.ts';
import type { LimitsService } from '../limits/service.ts';
import type { LogPort } from '../log/port.ts';
import type { VaultFault } from '../ports.ts';
import { classify } from '../provider/classify.ts';
import { type Outgoing, exchange } from '../provider/client.ts';
import type { Connect, Connection } from '../provider/connect.ts';
import { depositRequestOf } from '../provider/requests.ts';
import type { Redactor } from '../redact.ts';
import type { Secrets } from '../vault/secrets.ts';
import type { Settler } from './settle.ts';

export type SendDeposit = (request: DepositRequest, profile: Profile) => Promise<DepositRequest>;

export type SendDeps = {
  readonly log: LogPort;
  readonly secrets: Secrets;
  readonly connect: Connect;
  readonly redactor: Redactor;
  readonly limits: LimitsService;
  readonly events: DeskEvents;
  readonly settler: Settler;
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
  /** The hard deadline: from here on the answer counts as lost. */
  readonly answerDeadlineMs: number;
  /** Ends everything under way when the desk closes. */
  readonly stop: AbortSignal;
};

type Ready = { readonly outgoing: Outgoing; readonly connection: Connection };
type Settled = { readonly stage: SettledStage; readonly answer: TravelledAnswer | null };

/** The life of one request, steps 3–6. Never rejects for anything the network, the vault or the disk can do. */
export function createSendDeposit(deps: SendDeps): SendDeposit {
  return async (request, profile) => {
    const ready = await makeReady(request, profile, deps);
    const settled = ready.ok ? await sendOnce(request, profile, ready.value, deps) : ready.error;
    const { stage, answer } = deps.redactor.deep(settled);
    const done = await deps.settler.settle(request, stage, answer);
    const status = settled.answer?.httpStatus ?? 0;
    // A refusal may mean that the limits have moved.
    if (status >= 400 && status < 500) deps.limits.refreshLater(profile);
    return done;
  };
}

/** 3. Secret, signature, DNS, TCP, TLS: not one byte of the request has left, so every failure is `not_sent`. */
async function makeReady(
  request: DepositRequest,
  profile: Profile,
  { secrets, connect, userAgent, connectTimeoutMs, stop }: SendDeps,
): Promise<Result<Ready, Settled>> {
  const secret = await orStopped(secrets.read(profile), stop);
  if (secret === 'stopped') return err(notSent('interrupted_before_sending', null));
  if (!secret.ok) return err(notSent('vault_unavailable', secret.error satisfies VaultFault));
  if (secret.value === null) return err(notSent('secret_missing', null));
  const outgoing = depositRequestOf(profile, request.body, secret.value, userAgent);
  const connected = await connect(outgoing.url, { timeoutMs: connectTimeoutMs, signal: stop });
  if (!connected.ok) return err(notSent(connected.error.code, connected.error.detail));
  return ok({ outgoing, connection: connected.value });
}

/** 4–5. W2, and only then the bytes. */
async function sendOnce(
  request: DepositRequest,
  profile: Profile,
  { outgoing, connection }: Ready,
  { log, events, redactor, answerDeadlineMs, stop }: SendDeps,
): Promise<Settled> {
  if (stop.aborted || connection.socket.destroyed) {
    connection.socket.destroy();
    return stop.aborted
      ? notSent('interrupted_before_sending', null)
      : notSent('connection_failed', 'closed by the other side before anything was sent');
  }
  const sent = redactor.deep(travelled(outgoing, connection));
  const marked = await log.markSending(request.intentId, sent);
  if (!marked.ok) {
    connection.socket.destroy();
    return notSent('not_recorded', marked.error.detail);
  }
  events.emit({ name: 'request.changed', request: marked.value });
  const outcome = await exchange(connection.socket, outgoing, {
    deadlineMs: answerDeadlineMs,
    signal: stop,
  });
  const stage = classify(outcome, request.body, profile.dialect.acceptedStates);
  return { stage, answer: outcome.answer };
}

function travelled(outgoing: Outgoing, connection: Connection): TravelledRequest {
  return {
    method: outgoing.method,
    url: outgoing.url.href,
    headers: outgoing.headers.map(([name, value]) => [name, value]),
    body: outgoing.body,
    remoteAddress: connection.remoteAddress,
    tls: connection.tls,
  };
}

function notSent(code: (typeof NOT_SENT_REASONS)[number], detail: string | null): Settled {
  return {
    stage: { outcome: 'not_sent', reason: { code, httpStatus: null, detail } },
    answer: null,
  };
}

/** A keychain can wait for a person; closing the desk must not. */
async function orStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T | 'stopped'> {
  if (stop.aborted) return 'stopped';
  let onAbort: () => void = () => undefined;
  const stopped = new Promise<'stopped'>((resolve) => {
    onAbort = () => resolve('stopped');
    stop.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop.removeEventListener('abort', onAbort);
  }
}
