import type { LOG_OPERATIONS } from '#shared/contract/log.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { CustomerRecord } from '#shared/domain/customer.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { isQuarantined } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { HeldAnswer } from '../issuing/heldAnswers.ts';
import { withoutQuarantined, withoutRequisites } from '../issuing/quarantine.ts';
import type { Settler } from '../issuing/settle.ts';
import type { UnderWay } from '../issuing/underWay.ts';
import { tellOfChange } from '../desk/deskEvents.ts';
import type { DeskHealth } from '../desk/deskHealth.ts';
import type { DomainOperations } from '../dispatch.ts';
import type { Exports } from '../exports/exports.ts';
import { type PictureDeps, keepPicture, readKeptPicture } from './keepPicture.ts';
import { type SampleDeps, loadSampleDay } from './sample/loadSampleDay.ts';
import type { CustomerOf } from './writes/customers.ts';
import type { LogPort } from './openLog.ts';
import type { NotRecorded } from './call.ts';

export type LogOperationDeps = SampleDeps &
  PictureDeps & {
    readonly health: DeskHealth;
    readonly settler: Settler;
    readonly underWay: UnderWay;
    readonly exports: Pick<Exports, 'whileStopped'>;
  };

type HeldOutput = OperationOutput<'log.heldAnswers'>[number];

/** Reading the log, what operators leave on a request, and looking after the file. */
export function logOperations(deps: LogOperationDeps): DomainOperations<typeof LOG_OPERATIONS> {
  const { log, health, settler, underWay, exports, events, clock } = deps;
  const tellOfCustomer = (
    { profileId, customer }: CustomerOf,
    written: Result<CustomerRecord, NotRecorded>,
  ): Result<CustomerRecord, Failure> => {
    if (!written.ok) return written;
    events.emit({ name: 'customer.changed', profileId, customer, record: written.value });
    return written;
  };
  return {
    'log.now': async ({ profileId }) => ok((await log.now(profileId)).map(settler.shown)),
    async 'log.history'({ intentId }) {
      const history = await log.history(intentId);
      if (history === null) return err(failure('request_not_found'));
      return ok(withoutQuarantined({ ...history, request: settler.shown(history.request) }));
    },
    'log.unanswered': async () => ok({ count: await log.unanswered() }),
    'log.loadSample': (_, { operator }) => loadSampleDay(operator, deps),
    'request.addPicture': async ({ intentId, base64 }, { operator }) =>
      tellOfChange(deps, await keepPicture(intentId, base64, operator, deps)),
    'picture.read': async ({ sha256 }) => readKeptPicture(sha256, deps),
    'customer.record': async (of) => ok(await log.customerRecord(of)),
    async 'customer.prefer'({ profileId, customer, ...change }, { operator }) {
      const of = { profileId, customer };
      return tellOfCustomer(of, await log.preferCustomer(of, operator, change));
    },
    async 'customer.note'({ text, ...of }, { operator }) {
      return tellOfCustomer(of, await log.noteCustomer(of, operator, text));
    },
    'log.health': async () => ok(health.current()),
    'log.verify': () => log.verify(),
    'log.backups': async () => ok(await log.backups()),
    'log.backUp': () => log.backUp(),
    async 'log.restore'({ name }, { operator }) {
      // Its outcome would find no place in the log that comes back.
      if (underWay.count() > 0) {
        return err(failure('backup_not_usable', 'requests are on their way'));
      }
      // An export reads the very file that is replaced.
      const restored = await exports.whileStopped(() => log.restore(name, operator));
      // What the desk says of it: the log itself does not know which answers are held.
      return restored.ok ? ok(health.current()) : restored;
    },
    async 'log.acknowledgeRestore'(_, { operator }) {
      const acknowledged = await log.acknowledgeRestore(operator);
      return acknowledged.ok ? ok(health.current()) : acknowledged;
    },
    'log.retentionPreview': ({ days }) => previewOf(log, days, clock.now().toISOString()),
    'log.heldAnswers': async () => ok(settler.held().map(offered)),
  };
}

async function previewOf({ dueToErase }: Pick<LogPort, 'dueToErase'>, days: number, at: string) {
  return ok({ requests: await dueToErase(days, at), at });
}

/** For saving: whole, unless the answer was about something else. */
function offered({ request, stage, answer }: HeldAnswer): HeldOutput {
  if (stage.outcome !== 'unknown' || answer === null) return { request, answer };
  const asMeant = { ...request, ...stage, resolution: null };
  return { request, answer: isQuarantined(asMeant) ? withoutRequisites(answer) : answer };
}
