import { createHmac } from 'node:crypto';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { err, ok } from '#shared/domain/result.ts';

import { type DeskEvents, createDeskEvents } from '../desk/deskEvents.ts';
import { createConnect } from '../provider/connect.ts';
import { createRedactor } from '../journal/redact.ts';
import {
  MERCHANT,
  chance,
  manualClock,
  profileOf,
  temporaryDir,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { openTestLog } from '../testing/log.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import type { Secrets } from '../vault/secrets.ts';
import { type LimitsService, createLimitsService } from './service.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const BODY = '{"data":[{"currency":"RUB","payment_type":"sbp","min":100,"max":5000}]}';

describe('the limits of a profile', () => {
  const clock = manualClock();
  let answer = { status: 200, body: BODY };
  let hanging: Promise<void>;
  let log: LogPort;
  let server: TestProvider;
  let events: DeskEvent[];
  let hub: DeskEvents;
  let vault: () => ReturnType<Secrets['read']>;

  function service(timeoutMs = 60_000): LimitsService {
    hub = createDeskEvents(() => undefined);
    hub.onEvent((event) => events.push(event));
    return createLimitsService({
      log,
      connect: createConnect({ environment: {}, resolveProxy: async () => 'DIRECT' }),
      secrets: { read: () => vault() },
      redactor: createRedactor(),
      onAsked: () => undefined,
      events: hub,
      clock,
      chance,
      userAgent: 'test',
      timeoutMs,
      onBug: () => undefined,
    });
  }

  beforeEach(async () => {
    answer = { status: 200, body: BODY };
    hanging = Promise.resolve();
    vault = async () => ok({ signing: 'secret', headers: new Map([['x-key', 'key']]) });
    events = [];
    log = await openTestLog(temporaryDir(), { clock });
    server = await startTestProvider(
      (_, response) => response.end(),
      (_, response) => {
        void hanging.then(() => response.writeHead(answer.status).end(answer.body));
      },
    );
  });
  afterEach(async () => {
    await server.close();
    await log.close();
  });

  const profile = (dialect: Partial<Dialect> = {}) =>
    profileOf({ baseUrl: `${server.baseUrl}/v`, dialect: { ...DEFAULT_DIALECT, ...dialect } });
  const bounds = (max: number) =>
    JSON.stringify([{ currency: 'RUB', payment_type: 'sbp', min: 100, max }]);

  it('are read as the format says now, although a reading in the old one is under way', async () => {
    const limits = service();
    const major = profile({ limitResponse: { kind: 'recognised', units: 'major' } });
    const [before, after] = await Promise.all([
      limits.read(profile(), true),
      limits.read(major, true),
    ]);
    expect(before.snapshot?.entries).toMatchObject([{ max: 5000 }]);
    expect(after.snapshot?.entries).toMatchObject([{ max: 500_000 }]);
  });

  it('are asked for at once after the format was mended, whatever failed before', async () => {
    const limits = service();
    vault = async () => ok(null);
    const signed = profile({ limitRequest: 'signed' });
    expect(await limits.read(signed, false)).toMatchObject({ problem: 'secret_missing' });
    const recognised = { problem: null, snapshot: { recognised: true } };
    expect(await limits.read(profile(), false)).toMatchObject(recognised);
  });

  it('are asked for at once after a secret was entered', async () => {
    const limits = service();
    const signed = profile({ limitRequest: 'signed' });
    const entered = vault;
    vault = async () => ok(null);
    await limits.read(signed, false);
    vault = entered;
    expect(await limits.read(signed, false)).toMatchObject({ problem: 'secret_missing' });
    hub.emit({ name: 'profile.changed', profileId: signed.id });
    expect(await limits.read(signed, false)).toMatchObject({ problem: null });
  });

  it('are asked for with the merchant in the query, told to the screen and kept', async () => {
    const { snapshot, problem } = await service().read(profile(), false);
    expect(problem).toBeNull();
    expect(snapshot).toMatchObject({ recognised: true, entries: [{ currency: 'RUB', max: 5000 }] });
    expect(server.gets().map((call) => call.url)).toEqual([
      `/v/api/v1/requests/limit?merchant=${MERCHANT}`,
    ]);
    expect(events).toEqual([{ name: 'limits.changed', snapshot }]);
    // Another run of the desk finds it in the log.
    expect(await service().read(profile(), false)).toEqual({
      snapshot,
      problem: null,
      change: null,
    });
    expect(server.gets()).toHaveLength(1);
  });

  it('are read again once they are older than a minute, or when asked to', async () => {
    const limits = service();
    await limits.read(profile(), false);
    clock.advance(60_000);
    await limits.read(profile(), false);
    expect(server.gets()).toHaveLength(1);
    clock.advance(1);
    await limits.read(profile(), false);
    expect(server.gets()).toHaveLength(2);
    await limits.read(profile(), true);
    expect(server.gets()).toHaveLength(3);
  });

  it('are recorded once while the answer is the same, over a restart too, and read at their own time', async () => {
    const limits = service();
    const own = profile();
    const { snapshot: first } = await limits.read(own, true);
    clock.advance(3 * 86_400_000);
    const { snapshot: again } = await limits.read(own, true);
    expect(again).toEqual({ ...first, readAt: clock.now().toISOString() });
    expect(await log.latestLimits(own.id, `${own.baseUrl} ${own.merchant}`)).toEqual(first);
    const { snapshot: later } = await service().read(own, true);
    expect(later?.id).toBe(first?.id);
    answer = { status: 200, body: bounds(4000) };
    const { snapshot: other } = await limits.read(own, true);
    expect(other?.id).not.toBe(first?.id);
    expect(await log.latestLimits(own.id, `${own.baseUrl} ${own.merchant}`)).toEqual(other);
  });

  it('are read again when the clock was set back', async () => {
    const limits = service();
    await limits.read(profile(), false);
    clock.advance(-86_400_000);
    await limits.read(profile(), false);
    expect(server.gets()).toHaveLength(2);
  });

  it('are asked for once by callers at the same time', async () => {
    const limits = service();
    const all = await Promise.all([1, 2, 3].map(() => limits.read(profile(), true)));
    expect(server.gets()).toHaveLength(1);
    expect(new Set(all.map(({ snapshot }) => snapshot?.id)).size).toBe(1);
  });

  it('stay the older ones for who cannot wait for a provider that hangs, whose answer still counts', async () => {
    const limits = service();
    const { snapshot } = await limits.read(profile(), false);
    clock.advance(60_001);
    let answerNow: () => void = () => undefined;
    hanging = new Promise((resolve) => {
      answerNow = () => resolve();
    });
    expect(await limits.read(profile(), false, 1)).toEqual({
      snapshot,
      problem: 'still_asking: the provider has not answered yet',
      change: null,
    });
    answerNow();
    // The one reading goes on, and who can wait gets it.
    const { snapshot: next } = await limits.read(profile(), false);
    expect(next?.readAt).not.toBe(snapshot?.readAt);
    expect(server.gets()).toHaveLength(2);
  });

  it('stay the older ones when a reading fails, with the problem said', async () => {
    const limits = service();
    const { snapshot } = await limits.read(profile(), false);
    answer = { status: 503, body: '{"message":"maintenance"}' };
    expect(await limits.read(profile(), true)).toEqual({
      snapshot,
      problem: 'HTTP 503: maintenance',
      problemAnswer: '{"message":"maintenance"}',
      problemStatus: 503,
      change: null,
    });
    answer = { status: 401, body: '<h1>Sign in</h1>' };
    expect(await limits.read(profile(), true)).toMatchObject({
      snapshot,
      problem: 'HTTP 401',
      problemAnswer: '<h1>Sign in</h1>',
      problemStatus: 401,
    });
    await server.close();
    const failed = await limits.read(profile(), true);
    expect(failed.snapshot).toEqual(snapshot);
    expect(failed.problem).toContain('connection_failed');
    expect(failed).not.toHaveProperty('problemAnswer');
  });

  it('are not asked for again by every request while the provider fails', async () => {
    const limits = service();
    answer = { status: 503, body: '' };
    for (let at = 0; at < 3; at += 1) {
      expect(await limits.read(profile(), false)).toMatchObject({
        snapshot: null,
        problem: 'HTTP 503',
      });
    }
    expect(server.gets()).toHaveLength(1);
    clock.advance(15_001);
    answer = { status: 200, body: BODY };
    expect(await limits.read(profile(), false)).toMatchObject({ problem: null });
    expect(server.gets()).toHaveLength(2);
  });

  it('are kept raw where their shape is not recognised', async () => {
    answer = { status: 200, body: '{"hello":"world"}' };
    const { snapshot } = await service().read(profile(), false);
    expect(snapshot).toMatchObject({ recognised: false, entries: [], raw: '{"hello":"world"}' });
  });

  it('are not taken over from another provider or merchant', async () => {
    const limits = service();
    await limits.read(profile(), false);
    const moved = profileOf({
      baseUrl: `${server.baseUrl}/v`,
      merchant: '99999999-2222-4333-8444-555555555555',
    });
    answer = { status: 500, body: '' };
    expect(await limits.read(moved, false)).toMatchObject({
      snapshot: null,
      problem: 'HTTP 500',
    });
  });

  it('are asked for with a signature and secret headers where the format says so', async () => {
    const dialect: Partial<Dialect> = {
      limitRequest: 'signed',
      companionHeaders: [{ kind: 'secret', name: 'X-Key', prefix: 'Key ' }],
    };
    await service().read(profile(dialect), false);
    const headers = server.gets()[0]?.rawHeaders ?? [];
    expect(headers[headers.indexOf('X-Key') + 1]).toBe('Key key');
    const signature = createHmac('sha256', 'secret').update(MERCHANT).digest('hex');
    expect(headers[headers.indexOf('X-Signature') + 1]).toBe(signature);
  });

  it('do without a vault that hangs, is locked or is empty, and say so', async () => {
    const signed = profile({ limitRequest: 'signed' });
    vault = () => new Promise(() => undefined);
    expect(await service(500).read(signed, true)).toEqual({
      snapshot: null,
      problem: 'vault_timed_out: the keychain does not answer',
      change: null,
    });
    const limits = service();
    vault = async () => err('locked');
    expect((await limits.read(signed, true)).problem).toBe('vault_unavailable: locked');
    vault = async () => ok(null);
    expect((await limits.read(signed, true)).problem).toBe('secret_missing');
    expect(server.gets()).toEqual([]);
    // One that is not needed is not asked.
    vault = () => Promise.reject(new Error('asked'));
    expect(await limits.read(profile(), true)).toMatchObject({ problem: null });
  });

  it('are read anew from the answer in hand when the format reads it otherwise', async () => {
    const limits = service();
    const { snapshot: before } = await limits.read(profile(), false);
    const major = profile({ limitResponse: { kind: 'recognised', units: 'major' } });
    const { snapshot, change } = await limits.read(major, false);
    expect(snapshot).toMatchObject({
      entries: [{ min: 10_000, max: 500_000 }],
      readAt: before?.readAt,
    });
    // The provider said nothing new.
    expect(change).toBeNull();
    expect(snapshot?.id).not.toBe(before?.id);
    expect(server.gets()).toHaveLength(1);
    expect(events.at(-1)).toEqual({ name: 'limits.changed', snapshot });
    // The snapshot is kept as it was read, because requests refer to it.
    expect(await service().read(major, false)).toMatchObject({ snapshot });
    expect(events).toHaveLength(2);
  });

  it('say what they changed, until a day has passed, and over a restart', async () => {
    const limits = service();
    const { snapshot: first } = await limits.read(profile(), false);
    const readAgain = async (desk: LimitsService) => {
      clock.advance(300_000);
      return desk.read(profile(), true);
    };
    expect((await readAgain(limits)).change).toBeNull();
    const { snapshot: second } = await limits.read(profile(), false);
    answer = { status: 200, body: bounds(4000) };
    const changed = {
      since: second?.readAt,
      lines: [
        {
          currency: 'RUB',
          paymentType: 'sbp',
          before: { min: 100, max: 5000 },
          after: { min: 100, max: 4000 },
        },
      ],
    };
    expect(first?.readAt).not.toBe(second?.readAt);
    expect((await readAgain(limits)).change).toEqual(changed);
    // An answer that cannot be read, and the same again, change nothing about that.
    answer = { status: 200, body: '{}' };
    expect((await readAgain(limits)).change).toBeNull();
    answer = { status: 200, body: bounds(4000) };
    // The log has the answer before the change once, when it first came.
    const inLog = { ...changed, since: first?.readAt };
    expect((await readAgain(limits)).change).toEqual(inLog);
    expect((await service().read(profile(), false)).change).toEqual(inLog);
    clock.advance(86_400_000);
    expect((await limits.read(profile(), true)).change).toBeNull();
    expect((await service().read(profile(), false)).change).toBeNull();
  });
});
