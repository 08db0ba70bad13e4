import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';
import type { Operator } from '#shared/domain/request.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { ProtectionChange } from '#shared/domain/protection.ts';

import type { NewEvent } from '../store/events.ts';
import { isJump } from '../store/age.ts';
import { projectEvent } from '../store/projection.ts';
import { overwriteDeleted } from '../care/cleanFile.ts';
import { handOverTextOf } from '../reads/handOver.ts';
import { retentionIn } from '../reads/retentionReads.ts';
import { acknowledgeInterrupted, batchWrites } from './batches.ts';
import { callbackWrites } from './callbacks.ts';
import { customerWrites } from './customers.ts';
import { eyesWrites } from './fourEyes.ts';
import { issuingWrites } from './issuing.ts';
import { operatorWrites, requestOperations } from './operator.ts';
import { peopleWrites } from './people.ts';
import { resolvingWrites } from './resolving.ts';
import { statementWrites } from './statements.ts';
import { write, operationWrites } from '../call.ts';
import type { SampleEvent } from '../sample/sampleDay.ts';

/** The operator, the rows and the file of one export. */
type Exported = Extract<NewEvent, { kind: 'exported' }>['body'];

const deskOperations = operationWrites({
  'recovery.acknowledge'(store, at, _input, operator) {
    acknowledgeInterrupted(store, at, operator);
    return ok({});
  },
  /** Only a change is an event. */
  'handOver.write'(parts, at, { text }, operator) {
    if ((handOverTextOf(parts)?.text ?? '') === text) return ok({});
    parts.events.append({ kind: 'hand_over_text', body: { operator, text } }, at);
    return ok({});
  },
  /** Only a change is an event, or a date that is confirmed. `clock_moved`: it is another date than the person was shown. */
  'log.setRetention'(store, at, { days, shownAt }, operator) {
    const isShown = shownAt !== null && !isJump(Date.parse(shownAt), Date.parse(at));
    if (days !== null && !isShown) return err(failure('clock_moved'));
    const before = retentionIn(store);
    if (before.days !== days || before.jump !== null) {
      store.events.append({ kind: 'retention_set', body: { operator, days } }, at);
      overwriteDeleted(store);
    }
    return ok(retentionIn(store));
  },
});

/** Writes about the desk as a whole. */
const deskWrites = {
  /** Past whatever was suggested and used in a part of the log that may be missing. */
  skipOrderIds: write(({ counter }, at) => {
    counter.skip(new Date(at));
    return ok(undefined);
  }),
  saveLimits: write(({ events, projection }, at, source: string, snapshot: LimitsSnapshot) => {
    projectEvent(projection, events.append({ kind: 'limits', body: { source, snapshot } }, at));
    return ok(undefined);
  }),
  recordProtection: write(({ events }, at, operator: Operator, change: ProtectionChange) => {
    events.append({ kind: 'protection_switched', body: { operator, change } }, at);
    return ok(undefined);
  }),
  recordExport: write(({ events }, at, exported: Exported) => {
    events.append({ kind: 'exported', body: exported }, at);
    return ok(undefined);
  }),
  /** All in one transaction, into a log without requests: else `log_not_empty`. Returns the number of requests. */
  loadSample: write(({ events, projection }, _at, day: readonly SampleEvent[]) => {
    if (!projection.rows.isEmpty()) return err(failure('log_not_empty'));
    const { seq: before } = events.head();
    for (const { event, at } of day) {
      projectEvent(projection, events.append(placedAfter(before, event), at));
    }
    return ok(day.filter(({ event }) => event.kind === 'prepared').length);
  }),
};

export const WRITES = {
  ...issuingWrites,
  ...eyesWrites,
  ...batchWrites,
  ...statementWrites,
  ...resolvingWrites,
  ...operatorWrites,
  ...requestOperations,
  ...callbackWrites,
  ...customerWrites,
  ...peopleWrites,
  ...deskWrites,
  ...deskOperations,
};

/** A sample day numbers its events from one; an empty log may have events already, about limits and its key. */
function placedAfter(seq: number, event: NewEvent): NewEvent {
  switch (event.kind) {
    case 'callback_repeated':
      return { ...event, body: { ...event.body, ofSeq: event.body.ofSeq + seq } };
    case 'mismatch_settled':
      return { ...event, body: { ...event.body, paidSeq: event.body.paidSeq + seq } };
    default:
      return event;
  }
}
