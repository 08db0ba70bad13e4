import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { suggestedByLate } from '#shared/domain/saidLater.ts';
import { err } from '#shared/domain/result.ts';

import { withoutQuarantined } from './quarantine.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  manualClock,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { openTestDesk } from '../testing/issuing.ts';
import { startTestProvider } from '../testing/provider.ts';
import { createRedactor } from '../journal/redact.ts';
import { createLateAnswers } from './lateAnswers.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const SECRET = 'a-very-secret-key';
const NUMBER = '2200700123455675';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).toReversed()) await close();
});

/** By itself `waitFor` gives up after a second. */
const until = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, 60_000);

type Said = { readonly status?: number; readonly other?: Readonly<Record<string, unknown>> };

/** A provider that answers each order when the test says so. Within the deadline it must have heard of the order, also on a busy machine. */
async function slowDesk({
  answerDeadlineMs = 500,
  readLateMs = 60_000,
  wrapLog = (log: LogPort): LogPort => log,
} = {}) {
  const answers = new Map<string, (said: Said) => void>();
  const closed: string[] = [];
  const server = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    const order = String(fields['order_id']);
    response.on('close', () => closed.push(order));
    answers.set(order, ({ status = 200, other = {} }) => {
      const payment = { payment_data: { number: NUMBER, name: 'TEST HOLDER' } };
      const record = status === 200 ? createRecordOf(fields, payment) : {};
      response.writeHead(status).end(JSON.stringify({ ...record, ...other }));
    });
  });
  const profile = { ...profileOf({ baseUrl: server.baseUrl }), answerDeadlineMs };
  const desk = await openTestDesk({ late: { readForMs: readLateMs }, wrapLog, retryEveryMs: 20 });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await desk.close();
    isClosed = true;
  };
  closers.push(server.close, close);
  await desk.secrets.write(profile, { kind: 'signing' }, SECRET, 'stored');
  const issue = async (name: string, of: string | null = null) => {
    const issued = await desk.issue({
      intentId: intent(name),
      profile,
      operator: OPERATOR,
      draft: createDraftOf({ order_id: name }),
      reissue: of === null ? null : { of: intent(of), confirmation: of },
    });
    if (!issued.ok) throw new Error(JSON.stringify(issued.error));
    return issued.value.settled;
  };
  /** A deadline may pass before the provider has heard of the order. */
  const answer = async (name: string, said: Said = {}): Promise<void> => {
    await until(() => expect(answers.has(name)).toBe(true));
    answers.get(name)?.(said);
  };
  const late = (name: string) =>
    until(async () => {
      const request = await desk.log.find(intent(name));
      if (request?.late === undefined) throw new Error('no late answer yet');
      return request;
    });
  return { desk, server, issue, answer, late, close, answers, closed };
}

it('an answer after the deadline is attached, suggests Found, and keeps its requisites until then', async () => {
  const { desk, issue, answer, late } = await slowDesk();
  const unknown = await issue('A-1');
  expect(unknown).toMatchObject({ outcome: 'unknown', reason: { code: 'no_answer_in_time' } });
  await answer('A-1');
  const request = await late('A-1');
  expect(request).toMatchObject({
    outcome: 'unknown',
    reason: { code: 'no_answer_in_time' },
    resolution: null,
    late: { outcome: 'accepted', reason: null },
  });
  expect(suggestedByLate(request)).toBe('found');
  const history = async () => {
    const read = await desk.log.history(intent('A-1'));
    return JSON.stringify(read === null ? null : withoutQuarantined(read));
  };
  await until(() => expect(desk.events.at(-1)).toMatchObject({ request: { late: {} } }));
  expect(desk.events.at(-1)).toMatchObject({ name: 'request.heard', isLate: true });
  expect(JSON.stringify([desk.events, await history()])).not.toContain(NUMBER);

  const { seq: lateSeq, remoteId } = request.late ?? { seq: 0, remoteId: null };
  const finding = { kind: 'found', remoteId: remoteId ?? '', typedByHand: null, lateSeq } as const;
  const other = { ...finding, remoteId: 'another' };
  expect(await desk.log.resolve([intent('A-1')], other, OPERATOR, '')).toMatchObject({
    error: { code: 'not_resolvable' },
  });
  expect(await desk.log.resolve([intent('A-1')], finding, OPERATOR, '')).toMatchObject({
    value: [{ outcome: 'unknown', resolution: { remoteId, typedByHand: { number: NUMBER } } }],
  });
  expect(await history()).toContain(NUMBER);
  expect(await desk.log.correct(intent('A-1'), OPERATOR, { number: '1' })).toMatchObject({
    error: { code: 'not_resolvable' },
  });
  expect(await desk.log.verify()).toMatchObject({ value: { verdict: 'holds' } });
});

it('a definite no after a cancel suggests absent', async () => {
  const { desk, issue, answer, late, answers } = await slowDesk({ answerDeadlineMs: 60_000 });
  const settled = issue('A-1');
  await until(() => expect(answers.has('A-1')).toBe(true));
  await desk.underWay.cancel(intent('A-1'));
  expect(await settled).toMatchObject({ reason: { code: 'cancelled_after_sending' } });
  await answer('A-1', { status: 422, other: { message: 'no such customer' } });
  const request = await late('A-1');
  expect(request).toMatchObject({
    reason: { code: 'cancelled_after_sending' },
    late: { outcome: 'rejected', remoteId: null, reason: { detail: 'no such customer' } },
  });
  expect(suggestedByLate(request)).toBe('absent');
});

it('one that slept is read on, too, and a secret in what comes is not used', async () => {
  const { desk, issue, answer, late, answers } = await slowDesk({ answerDeadlineMs: 60_000 });
  const settled = issue('A-1');
  await until(() => expect(answers.has('A-1')).toBe(true));
  desk.underWay.interruptAll('slept');
  expect(await settled).toMatchObject({ reason: { code: 'machine_slept' } });
  await answer('A-1', { other: { note: SECRET } });
  const request = await late('A-1');
  expect(request.late).toMatchObject({ outcome: 'unknown', reason: { code: 'secret_in_answer' } });
  expect(suggestedByLate(request)).toBeNull();
  const told = JSON.stringify([desk.events, await desk.log.history(intent('A-1'))]);
  expect(told).not.toContain(SECRET);
});

it('of one that was issued again both requests tell', async () => {
  const { desk, issue, answer, late } = await slowDesk();
  await issue('A-1');
  const again = await issue('A-2', 'A-1');
  expect(again.earlierAnswered).toBeUndefined();
  await answer('A-1');
  expect(await late('A-1')).toMatchObject({ resolution: { kind: 'reissued' } });
  expect(await desk.log.find(intent('A-2'))).toMatchObject({
    earlierAnswered: { of: intent('A-1') },
  });
  // The other way round: the answer was there, and it was issued again all the same.
  await answer('A-2');
  await late('A-2');
  await issue('A-3', 'A-2');
  expect(await desk.log.find(intent('A-3'))).toMatchObject({
    earlierAnswered: { of: intent('A-2') },
  });
  expect(await desk.log.verify()).toMatchObject({ value: { verdict: 'holds' } });
});

it.each(['settle', 'recordLateAnswer'] as const)(
  'is held while %s cannot be written, and recorded as soon as it can',
  async (write) => {
    let isFull = true;
    const full = err({ code: 'not_recorded', detail: 'SQLITE_FULL' } as const);
    const { desk, issue, answer, late } = await slowDesk({
      wrapLog: (log) => ({
        ...log,
        settle: async (...input) => (isFull && write === 'settle' ? full : log.settle(...input)),
        recordLateAnswer: async (...input) => (isFull ? full : log.recordLateAnswer(...input)),
      }),
    });
    await issue('A-1');
    await answer('A-1');
    await until(() => expect(desk.settler.held().at(-1)?.answer?.body).toContain(NUMBER));
    expect(desk.health.current()).toMatchObject({ state: 'not_writing' });
    isFull = false;
    expect(await late('A-1')).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'no_answer_in_time' },
      late: { outcome: 'accepted' },
    });
    await until(() => expect(desk.health.current()).toEqual({ state: 'ok' }));
    expect(desk.settler.held()).toEqual([]);
    expect(desk.events.findLast(({ name }) => name === 'request.changed')).toMatchObject({
      request: { late: { outcome: 'accepted' } },
    });
  },
);

it('that the log refuses for good is offered for saving and stops nothing', async () => {
  const { desk, issue, answer } = await slowDesk({
    wrapLog: (log) => ({ ...log, recordLateAnswer: () => Promise.reject(new Error('a bug')) }),
  });
  await issue('A-1');
  await answer('A-1');
  await until(() => expect(desk.settler.held()).toHaveLength(1));
  expect(desk.health.current()).toEqual({ state: 'ok', heldAnswers: 1 });
  expect(await issue('A-2', 'A-1')).toMatchObject({ outcome: 'unknown' });
});

it('is waited for only so long, and closing does not wait at all', async () => {
  const short = await slowDesk({ readLateMs: 50 });
  await short.issue('A-1');
  await until(() => expect(short.closed).toEqual(['A-1']));
  const long = await slowDesk();
  await long.issue('A-1');
  expect(long.closed).toEqual([]);
  await long.close();
  await until(() => expect(long.closed).toEqual(['A-1']));
});

it('at most 16 connections are read on: the oldest makes room; after a sleep the minute begins anew', async () => {
  vi.useFakeTimers();
  const clock = manualClock();
  const late = createLateAnswers({
    settler: { attachLate: () => Promise.reject(new Error('nothing is recorded')) },
    redactor: createRedactor(),
    clock,
    onBug: () => undefined,
  });
  const stopped: number[] = [];
  const take = (number: number): void =>
    late.take({ answered: new Promise(() => undefined), stop: () => stopped.push(number) });
  for (let number = 1; number <= 18; number += 1) take(number);
  expect(stopped).toEqual([1, 2]);
  // Asleep for an hour: the timers fire before the sockets are read.
  clock.advance(60 * 60_000);
  vi.advanceTimersByTime(60_000);
  expect(stopped).toEqual([1, 2]);
  clock.advance(60_000);
  vi.advanceTimersByTime(60_000);
  expect(stopped).toHaveLength(18);
});
