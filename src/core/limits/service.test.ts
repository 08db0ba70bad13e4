import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { DeskEvent } from '#shared/contract/events.ts';

import { createDeskEvents } from '../deskEvents.ts';
import type { LogPort } from '../log/port.ts';
import { createConnect } from '../provider/connect.ts';
import { createRedactor } from '../redact.ts';
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
import { type LimitsService, createLimitsService } from './service.ts';

afterAll(removeTemporaryDirs);

const BODY = '{"data":[{"currency":"RUB","payment_type":"sbp","min":100,"max":5000}]}';

describe('the limits of a profile', () => {
  const clock = manualClock();
  let answer = { status: 200, body: BODY };
  let log: LogPort;
  let server: TestProvider;
  let events: DeskEvent[];

  function service(): LimitsService {
    const hub = createDeskEvents(() => undefined);
    hub.onEvent((event) => events.push(event));
    return createLimitsService({
      log,
      connect: createConnect({ environment: {}, resolveProxy: async () => 'DIRECT' }),
      redactor: createRedactor(),
      events: hub,
      clock,
      chance,
      userAgent: 'test',
      timeoutMs: 1000,
      onBug: () => undefined,
    });
  }

  beforeEach(async () => {
    answer = { status: 200, body: BODY };
    events = [];
    log = await openTestLog(temporaryDir(), { clock });
    server = await startTestProvider(
      (_, response) => response.end(),
      (_, response) => {
        response.writeHead(answer.status).end(answer.body);
      },
    );
  });
  afterEach(async () => {
    await server.close();
    await log.close();
  });

  const profile = () => profileOf({ baseUrl: `${server.baseUrl}/v` });

  it('are asked for with the merchant in the query, told to the screen and kept', async () => {
    const { snapshot, problem } = await service().read(profile(), false);
    expect(problem).toBeNull();
    expect(snapshot).toMatchObject({ recognised: true, entries: [{ currency: 'RUB', max: 5000 }] });
    expect(server.gets().map((call) => call.url)).toEqual([
      `/v/api/v1/requests/limit?merchant=${MERCHANT}`,
    ]);
    expect(events).toEqual([{ name: 'limits.changed', snapshot }]);
    // Another run of the desk finds it in the log.
    expect(await service().read(profile(), false)).toEqual({ snapshot, problem: null });
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

  it('stay the older ones when a reading fails, with the problem said', async () => {
    const limits = service();
    const { snapshot } = await limits.read(profile(), false);
    answer = { status: 503, body: '{"message":"maintenance"}' };
    expect(await limits.read(profile(), true)).toEqual({
      snapshot,
      problem: 'HTTP 503: maintenance',
    });
    await server.close();
    const failed = await limits.read(profile(), true);
    expect(failed.snapshot).toEqual(snapshot);
    expect(failed.problem).toContain('connection_failed');
  });

  it('are not asked for again by every request while the provider fails', async () => {
    const limits = service();
    answer = { status: 503, body: '' };
    for (let at = 0; at < 3; at += 1) {
      expect(await limits.read(profile(), false)).toEqual({ snapshot: null, problem: 'HTTP 503' });
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
    expect(await limits.read(moved, false)).toEqual({ snapshot: null, problem: 'HTTP 500' });
  });
});
