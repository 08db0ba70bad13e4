import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { NewEvent } from '../store/events.ts';
import type { Writes } from '../operations.ts';
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
import { operatorWrites } from './operator.ts';
import { peopleWrites } from './people.ts';
import { resolvingWrites } from './resolving.ts';
import { statementWrites } from './statements.ts';

/** Writes about the desk as a whole. */
const deskWrites = {
  skipOrderIds({ counter }, at) {
    counter.skip(new Date(at));
    return ok(undefined);
  },
  acknowledgeInterrupted(store, at, operator) {
    acknowledgeInterrupted(store, at, operator);
    return ok(undefined);
  },
  saveLimits({ events, projection }, at, source, snapshot) {
    projectEvent(projection, events.append({ kind: 'limits', body: { source, snapshot } }, at));
    return ok(undefined);
  },
  writeHandOverText(parts, at, operator, text) {
    if ((handOverTextOf(parts)?.text ?? '') === text) return ok(undefined);
    parts.events.append({ kind: 'hand_over_text', body: { operator, text } }, at);
    return ok(undefined);
  },
  setRetention(store, at, operator, setting) {
    const { days, shownAt } = setting;
    const isShown = shownAt !== null && !isJump(Date.parse(shownAt), Date.parse(at));
    if (days !== null && !isShown) return err(failure('clock_moved'));
    const before = retentionIn(store);
    if (before.days !== days || before.jump !== null) {
      store.events.append({ kind: 'retention_set', body: { operator, days } }, at);
      overwriteDeleted(store);
    }
    return ok(retentionIn(store));
  },
  recordProtection({ events }, at, operator, change) {
    events.append({ kind: 'protection_switched', body: { operator, change } }, at);
    return ok(undefined);
  },
  recordExport({ events }, at, exported) {
    events.append({ kind: 'exported', body: exported }, at);
    return ok(undefined);
  },
  loadSample({ events, projection }, _at, day) {
    if (!projection.rows.isEmpty()) return err(failure('log_not_empty'));
    const { seq: before } = events.head();
    for (const { event, at } of day) {
      projectEvent(projection, events.append(placedAfter(before, event), at));
    }
    return ok(day.filter(({ event }) => event.kind === 'prepared').length);
  },
} satisfies Partial<Writes>;

export const WRITES: Writes = {
  ...issuingWrites,
  ...eyesWrites,
  ...batchWrites,
  ...statementWrites,
  ...resolvingWrites,
  ...operatorWrites,
  ...callbackWrites,
  ...customerWrites,
  ...peopleWrites,
  ...deskWrites,
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
