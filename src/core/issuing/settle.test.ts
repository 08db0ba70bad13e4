import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { LogHealth } from '#shared/domain/logHealth.ts';
import { err } from '#shared/domain/result.ts';

import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { createHeldAnswers } from './heldAnswers.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const full = { code: 'not_recorded', detail: 'SQLITE_FULL' } as const;
const damagedBy = (damage: 'disk_full'): LogHealth => ({
  state: 'damaged',
  damage,
  file: 'log.sqlite',
  detail: 'ENOSPC',
  setAside: null,
  newestBackup: null,
  missing: null,
});
let server: TestProvider;
let opened: TestDesk;
afterEach(async () => {
  await opened.close();
  await server.close();
});

/** A desk whose disk the test fills and frees. */
async function deskWithDisk(retryEveryMs: number) {
  type Disk = {
    w1: boolean;
    w2: boolean;
    w3: boolean;
    throws: string;
    damage: 'disk_full' | null;
  };
  const disk: Disk = { w1: true, w2: true, w3: true, throws: 'nothing', damage: null };
  const mayThrow = (what: string): void => {
    if (disk.throws.includes(what)) throw new Error('the thread has a bug');
  };
  const wrapLog = (log: LogPort): LogPort => ({
    ...log,
    health: () => (disk.damage === null ? log.health() : damagedBy(disk.damage)),
    prepare: async (...input) => (disk.w1 ? log.prepare(...input) : err(full)),
    markSending: async (...input) => {
      mayThrow('w2');
      return disk.w2 ? log.markSending(...input) : err(full);
    },
    settle: async (...input) => {
      mayThrow('w3');
      return disk.w3 ? log.settle(...input) : err(full);
    },
    find: async (...input) => {
      mayThrow('find');
      return log.find(...input);
    },
  });
  server = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  const profile = profileOf({ baseUrl: server.baseUrl });
  opened = await openTestDesk({ wrapLog, retryEveryMs });
  await opened.secrets.write(profile, { kind: 'signing' }, 'a-very-secret-key', 'stored');
  const issue = async (name: string) => {
    const draft = createDraftOf({ order_id: name });
    const input = { intentId: intent(name), profile, operator: OPERATOR, draft, reissue: null };
    const issued = await opened.issue(input);
    return issued.ok ? issued.value.settled : issued.error;
  };
  const healths = () =>
    opened.events.flatMap((event) => (event.name === 'health.changed' ? [event.health] : []));
  return { disk, issue, healths };
}

describe('a disk that cannot be written', () => {
  it('at W1 issues nothing, says so, and is forgotten with the next write that works', async () => {
    const { disk, issue, healths } = await deskWithDisk(60_000);
    disk.w1 = false;
    expect(await issue('A-1')).toEqual(full);
    expect(server.posts()).toHaveLength(0);
    expect(opened.health.current()).toEqual({
      state: 'not_writing',
      detail: 'SQLITE_FULL',
      held: 0,
    });
    disk.w1 = true;
    expect(await issue('A-1')).toMatchObject({ outcome: 'accepted' });
    expect(healths().map(({ state }) => state)).toEqual(['not_writing', 'ok']);
  });

  it('at W2 sends nothing', async () => {
    const { disk, issue } = await deskWithDisk(60_000);
    disk.w2 = false;
    expect(await issue('A-1')).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'not_recorded', detail: 'SQLITE_FULL' },
    });
    expect(server.posts()).toHaveLength(0);
    expect(opened.settler.held()).toEqual([]);
  });

  it('at W3 shows unknown, holds the answer, stops issuing, and resumes by itself', async () => {
    const { disk, issue, healths } = await deskWithDisk(50);
    disk.w3 = false;
    const shown = await issue('A-1');
    expect(shown).toMatchObject({ outcome: 'unknown', reason: { code: 'answer_not_recorded' } });
    const [held] = opened.settler.held();
    expect(held).toMatchObject({ request: shown, answer: { httpStatus: 200 } });
    expect(held?.answer?.body).toContain('"payment_data"');
    expect(opened.health.current()).toMatchObject({ state: 'not_writing', held: 1 });
    const inLog = await opened.log.find(intent('A-1'));
    expect(inLog?.outcome).toBe('sending');
    expect(inLog === null ? null : opened.settler.shown(inLog)).toEqual(shown);
    expect(await issue('A-2')).toMatchObject({ code: 'not_recorded' });
    expect(server.posts()).toHaveLength(1);

    disk.w3 = true;
    await expect.poll(() => opened.health.current().state).toBe('ok');
    expect(opened.settler.held()).toEqual([]);
    expect(await opened.log.find(intent('A-1'))).toMatchObject({ outcome: 'accepted' });
    expect(opened.told().at(-1)).toBe('accepted');
    expect(healths().at(-1)).toEqual({ state: 'ok' });
    expect(await issue('A-2')).toMatchObject({ outcome: 'accepted' });
  });

  it('and is known to be full hides no held answer, and is well by itself once there is room', async () => {
    const { disk, issue, healths } = await deskWithDisk(50);
    disk.w3 = false;
    await issue('A-1');
    disk.damage = 'disk_full';
    opened.health.look();
    expect(opened.health.current()).toMatchObject({ damage: 'disk_full', heldAnswers: 1 });
    expect(healths().at(-1)).toMatchObject({ damage: 'disk_full', heldAnswers: 1 });
    disk.w1 = false;
    expect(await issue('A-2')).toMatchObject({ code: 'not_recorded' });

    disk.w3 = true;
    await expect.poll(() => opened.settler.held()).toEqual([]);
    expect(opened.health.current()).toEqual(damagedBy('disk_full'));
    // A write that failed meanwhile says nothing about the log that is well again.
    expect(await issue('A-3')).toMatchObject({ code: 'not_recorded' });
    disk.damage = null;
    opened.health.look();
    expect(opened.health.current()).toEqual({ state: 'ok' });
  });

  it('holds nothing for saving of what the next start finds in the log itself', async () => {
    const { issue } = await deskWithDisk(60_000);
    await issue('A-1');
    const request = await opened.log.find(intent('A-1'));
    if (request === null) throw new Error('not issued');
    const counts: (readonly [number, number])[] = [];
    const held = createHeldAnswers({
      log: opened.log,
      write: async () => err(full),
      retryEveryMs: 60_000,
      onHeld: (waiting, all) => counts.push([waiting, all]),
    });
    const reason = { code: 'interrupted_after_sending', httpStatus: null, detail: null } as const;
    held.add({ request, stage: { outcome: 'unknown', reason }, answer: null });
    expect([counts, held.all()]).toEqual([[[1, 0]], []]);
    await held.close();
  });

  it('at W2 and W3 stays not sent', async () => {
    const { disk, issue } = await deskWithDisk(60_000);
    disk.w2 = false;
    disk.w3 = false;
    expect(await issue('A-1')).toMatchObject({ outcome: 'not_sent' });
    expect(opened.health.current()).toMatchObject({ state: 'not_writing', held: 1 });
    expect(server.posts()).toHaveLength(0);
  });

  it('holds the answer where W3 throws, too, and resumes by itself', async () => {
    const { disk, issue } = await deskWithDisk(50);
    disk.throws = 'w3';
    const shown = await issue('A-1');
    expect(shown).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'answer_not_recorded', detail: 'the thread has a bug' },
    });
    const [held] = opened.settler.held();
    expect(held?.answer?.body).toContain('"payment_data"');
    expect(opened.health.current()).toMatchObject({ state: 'not_writing', held: 1 });
    expect(await issue('A-2')).toMatchObject({ code: 'not_recorded' });
    // Closing must not fail for it either.
    disk.throws = 'w3, find';
    await opened.settler.close();

    disk.throws = 'nothing';
    expect(await issue('A-2')).toMatchObject({ outcome: 'accepted' });
    expect(await opened.log.find(intent('A-1'))).toMatchObject({ outcome: 'accepted' });
    expect(opened.settler.held()).toEqual([]);
    expect(server.posts()).toHaveLength(2);
  });

  it('sends nothing where W2 throws', async () => {
    const { disk, issue } = await deskWithDisk(60_000);
    disk.throws = 'w2';
    expect(await issue('A-1')).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'not_recorded', detail: 'the thread has a bug' },
    });
    expect(server.posts()).toHaveLength(0);
  });

  it('until the end leaves the request in flight, for the next start to call unknown', async () => {
    const { disk, issue } = await deskWithDisk(60_000);
    disk.w3 = false;
    await issue('A-1');
    await opened.settler.close();
    expect(await opened.log.find(intent('A-1'))).toMatchObject({ outcome: 'sending' });
  });
});

it('an answer that a restored log has no place for is offered to the end, and stops nothing', async () => {
  const { disk, issue } = await deskWithDisk(60_000);
  disk.w3 = false;
  await issue('A-1');
  const [answer] = opened.settler.held();
  if (answer === undefined) throw new Error('nothing is held');
  const counts: (readonly [number, number])[] = [];
  const held = createHeldAnswers({
    // The log as it is once a backup from before the request has taken the place of a damaged one.
    log: { health: () => ({ state: 'ok' }), find: async () => null },
    write: async () => err(full),
    retryEveryMs: 60_000,
    onHeld: (waiting, all) => counts.push([waiting, all]),
  });
  held.add(answer);
  expect(await held.flush()).toEqual({ ok: true, value: undefined });
  expect(held.all()).toEqual([answer]);
  expect(counts).toEqual([
    [1, 1],
    [0, 1],
  ]);
  // Shown to the end, although nothing else is wrong.
  opened.health.holds(0, 1);
  expect(opened.health.current()).toMatchObject({ state: 'not_writing', heldAnswers: 1 });
  await held.close();
});
