import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import type { Profile } from '#shared/domain/profile.ts';
import { err } from '#shared/domain/result.ts';

import type { Vault } from '../ports.ts';
import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  manualClock,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { type Answer, startRawServer, startTestProvider } from '../testing/provider.ts';
import { gate } from '../testing/waitUntil.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { writeItem } from '../vault/secretItem.ts';
import { createSleepWatch } from './underWay.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

/** How often the watch looks at the calendar, or less. */
const LOOK_EVERY_MS = 1000;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).toReversed()) await close();
});

function closing<T extends { readonly close: () => Promise<void> }>(opened: T): T {
  closers.push(opened.close);
  return opened;
}

const accept: Answer = (call, response) => {
  const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
  response.end(JSON.stringify(createRecordOf(fields)));
};

async function desk(profile: Profile, options: Parameters<typeof openTestDesk>[0] = {}) {
  const opened = closing(await openTestDesk(options));
  await opened.secrets.write(profile, { kind: 'signing' }, 'a-very-secret-key', 'stored');
  return opened;
}

async function started(opened: TestDesk, profile: Profile) {
  const input = { intentId: intent('A-1'), profile, operator: OPERATOR, draft: createDraftOf() };
  const result = await opened.issue({ ...input, reissue: null });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('cancelling', () => {
  it('while the keychain waits for somebody is not_sent at once', async () => {
    const server = closing(await startTestProvider(accept));
    const profile = profileOf({ baseUrl: server.baseUrl });
    const keychain: Vault = {
      ...createMemoryVault(),
      read: () => new Promise(() => {}),
      write: async () => err('unavailable'),
    };
    const opened = closing(await openTestDesk({ keychain }));
    await started(opened, profile);
    expect(await opened.underWay.cancel(intent('A-1'))).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'cancelled' },
    });
    expect(server.posts()).toHaveLength(0);
  });

  it('while TLS hangs is not_sent', async () => {
    const server = closing(await startRawServer(() => undefined));
    const profile = profileOf({ baseUrl: server.baseUrl.replace('http:', 'https:') });
    const opened = await desk(profile, { limitsTimeoutMs: 100 });
    await started(opened, profile);
    // The first connection is the limits', which waits in vain too.
    await expect.poll(() => server.connections()).toBeGreaterThan(1);
    expect(await opened.underWay.cancel(intent('A-1'))).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'cancelled' },
    });
    expect(server.received()).not.toContain('deposit');
  });

  it('while W2 is being written is not_sent, for not one byte has left', async () => {
    const writing = gate();
    const wrapLog = (log: LogPort): LogPort => ({
      ...log,
      async markSending(...input) {
        const marked = await log.markSending(...input);
        writing.open();
        await cancelled.passed;
        return marked;
      },
    });
    const cancelled = gate();
    const server = closing(await startTestProvider(accept));
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile, { wrapLog });
    await started(opened, profile);
    await writing.passed;
    const rested = opened.underWay.cancel(intent('A-1'));
    cancelled.open();
    expect(await rested).toMatchObject({ outcome: 'not_sent', reason: { code: 'cancelled' } });
    expect(opened.told()).toEqual(['prepared', 'not_sent']);
    expect(server.posts()).toHaveLength(0);
  });

  it('after W2 is unknown, whether or not the provider has got it', async () => {
    const server = closing(await startTestProvider(() => undefined));
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const { settled } = await started(opened, profile);
    await expect.poll(() => server.posts().length).toBe(1);
    const rested = await opened.underWay.cancel(intent('A-1'));
    expect(rested).toMatchObject({
      outcome: 'unknown',
      reason: { code: 'cancelled_after_sending' },
    });
    expect(await settled).toEqual(rested);
    expect(await opened.log.find(intent('A-1'))).toEqual(rested);
  });

  it('in the middle of the answer is unknown, and keeps what had arrived', async () => {
    const written = gate();
    const server = closing(
      await startTestProvider((_, response) => {
        response.writeHead(200).write('{"id":', written.open);
      }),
    );
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    await started(opened, profile);
    await written.passed;
    // What was written is read in the next turns of this same process, however slow the machine is.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    await opened.underWay.cancel(intent('A-1'));
    const history = await opened.log.history(intent('A-1'));
    expect(history?.events.at(-1)).toMatchObject({
      kind: 'settled',
      reasonCode: 'cancelled_after_sending',
      answer: { httpStatus: 200, body: '{"id":' },
    });
  });

  it('of what has come to rest, or was never here, does nothing', async () => {
    const server = closing(await startTestProvider(accept));
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const { settled } = await started(opened, profile);
    expect((await settled).outcome).toBe('accepted');
    expect(await opened.underWay.cancel(intent('A-1'))).toBeNull();
    expect(await opened.underWay.cancel(intent('never'))).toBeNull();
  });
});

describe('a machine that slept', () => {
  it('makes unknown what was sent', async () => {
    const server = closing(await startTestProvider(() => undefined));
    const profile = profileOf({ baseUrl: server.baseUrl });
    const opened = await desk(profile);
    const { settled } = await started(opened, profile);
    await expect.poll(() => server.posts().length).toBe(1);
    opened.underWay.interruptAll('slept');
    expect(await settled).toMatchObject({ outcome: 'unknown', reason: { code: 'machine_slept' } });
  });

  it('sends nothing afterwards that was not sent before, and issues again', async () => {
    const server = closing(await startTestProvider(accept));
    const profile = profileOf({ baseUrl: server.baseUrl });
    let unlock: () => void = () => undefined;
    const { read, ...vault } = { ...(await storedVault(profile)) };
    let isLocked = true;
    const keychain: Vault = {
      ...vault,
      read: async (id) => {
        if (isLocked) {
          await new Promise<void>((resolve) => {
            unlock = resolve;
          });
        }
        return read(id);
      },
    };
    const opened = closing(await openTestDesk({ keychain }));
    const { settled } = await started(opened, profile);
    opened.underWay.interruptAll('slept');
    expect(await settled).toMatchObject({
      outcome: 'not_sent',
      reason: { code: 'interrupted_before_sending', detail: 'the machine slept' },
    });
    isLocked = false;
    unlock();
    expect(server.posts()).toHaveLength(0);
    const draft = createDraftOf();
    const again = await opened.issue({
      intentId: intent('A-1 again'),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    expect(again.ok && (await again.value.settled).outcome).toBe('accepted');
  });

  it('is noticed by the calendar, and only then', async () => {
    vi.useFakeTimers();
    const clock = manualClock();
    let slept = 0;
    const sleepWatch = createSleepWatch(clock, () => {
      slept += 1;
    });
    sleepWatch.watch(true);
    clock.advance(5000);
    await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
    expect(slept).toBe(0);
    clock.advance(60_000);
    await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
    expect(slept).toBe(1);
    sleepWatch.watch(false);
  });
});

/** A keychain that already has the profile's secret. */
async function storedVault(profile: Profile): Promise<Vault> {
  const vault: Vault = { ...createMemoryVault(), store: 'keychain' };
  const origin = new URL(profile.baseUrl).origin;
  await vault.write(profile.id, writeItem({ origin, secret: 'a-secret-key', older: null }));
  return vault;
}
