import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type Operator,
  isCopyLocked,
  isQuarantined,
} from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Settler } from './settle.ts';
import type { UnderWay } from './underWay.ts';
import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Handlers } from '../dispatch.ts';
import { mayHandOn } from '../desk/links/paymentLink.ts';
import type { LogPort } from '../log/port.ts';
import type { Profiles } from '../profiles/profiles.ts';

export type RequestHandlerDeps = {
  readonly operator: () => Operator;
  readonly log: LogPort;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly events: DeskEvents;
  readonly underWay: UnderWay;
  readonly settler: Settler;
};

type RequestHandlers = Pick<
  Handlers,
  | 'request.recordCopy'
  | 'request.reveal'
  | 'request.note'
  | 'request.flag'
  | 'request.cancel'
  | 'request.stages'
  | 'request.acknowledgeAmount'
  | 'request.resolve'
  | 'request.dispose'
  | 'request.correct'
  | 'recovery.report'
  | 'recovery.acknowledge'
>;

/** What can be done with a request after it was issued. */
export function requestHandlers(deps: RequestHandlerDeps): RequestHandlers {
  const { log, events, operator, settler, profiles } = deps;

  function told<T extends Result<DepositRequest, Failure>>(result: T): T {
    if (result.ok) events.emit({ name: 'request.changed', request: result.value });
    return result;
  }
  /** In flight it may have an outcome that could not be written yet. */
  function toldAsShown(result: Result<DepositRequest, Failure>): Result<DepositRequest, Failure> {
    return told(result.ok ? ok(settler.shown(result.value)) : result);
  }

  return {
    async 'request.recordCopy'({ intentId, ...copy }) {
      const request = await log.find(intentId);
      if (request === null) return err(failure('request_not_found'));
      // A support request is about exactly these, and holds no requisites.
      const isLocked = isCopyLocked(request) || isQuarantined(request);
      if (isLocked && copy.part !== 'support') return err(failure('copy_locked'));
      if (copy.part === 'url' && !mayHandOn(copy.text, request, profiles)) {
        return err(failure('link_not_safe'));
      }
      return toldAsShown(await log.recordCopy(intentId, { operator: operator(), ...copy }));
    },
    'request.reveal': async ({ intentId }) => told(await log.reveal(intentId, operator())),
    'request.note': async ({ intentId, text }) =>
      toldAsShown(await log.note(intentId, operator(), text)),
    'request.flag': async ({ intentId, flagged }) =>
      toldAsShown(await log.flag(intentId, operator(), flagged)),
    'request.cancel': ({ intentId }) => cancel(intentId, deps),
    'request.stages': async () => ok(deps.underWay.stages()),
    'request.acknowledgeAmount': async ({ intentId }) =>
      told(await log.acknowledgeAmount(intentId, operator())),
    async 'request.resolve'({ intentIds, finding, note }) {
      const resolved = await log.resolve([...new Set(intentIds)], finding, operator(), note);
      if (!resolved.ok) return resolved;
      for (const request of resolved.value) events.emit({ name: 'request.changed', request });
      return resolved;
    },
    'request.correct': async ({ intentId, typedByHand }) =>
      told(await log.correct(intentId, operator(), typedByHand)),
    'request.dispose': async ({ intentId, ...disposing }) =>
      toldAsShown(await log.dispose(intentId, operator(), disposing)),
    'recovery.report': async () => ok(await log.interrupted()),
    async 'recovery.acknowledge'() {
      const acknowledged = await log.acknowledgeInterrupted(operator());
      return acknowledged.ok ? ok({}) : acknowledged;
    },
  };
}

/** Whatever came first counts: an answer that was there before the cancelling is the outcome. */
async function cancel(
  intentId: IntentId,
  { underWay, log }: RequestHandlerDeps,
): Promise<Result<DepositRequest, Failure>> {
  const rested = await underWay.cancel(intentId);
  if (rested === null) {
    const known = await log.find(intentId);
    return err(failure(known === null ? 'request_not_found' : 'too_late_to_cancel'));
  }
  return isCancelled(rested) ? ok(rested) : err(failure('too_late_to_cancel', rested.outcome));
}

/** Where its outcome could not be written either, it is still cancelled, and shown as unknown. */
function isCancelled(request: DepositRequest): boolean {
  if (request.outcome === 'not_sent') return request.reason.code === 'cancelled';
  if (request.outcome !== 'unknown') return false;
  const { code } = request.reason;
  return code === 'cancelled_after_sending' || code === 'answer_not_recorded';
}
