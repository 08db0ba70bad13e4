import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { logPathsOf } from '../log/store/paths.ts';
import { createRecordOf, intent, removeTemporaryDirs } from '../testing/builders.ts';
import { type OpenedDesk, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { giveBackDisk, smallDisk } from '../testing/smallDisk.ts';
import { waitUntil } from '../testing/waitUntil.ts';

afterAll(removeTemporaryDirs);

const NAMES = Array.from({ length: 8 }, (_, at) => `A-${at}`);
/** The log has made room for 4 MiB before: the answers, of which nothing can be packed away, must not fit there. */
const PADDING = randomBytes(730_000).toString('base64');

const disk = smallDisk(96 * 1024 * 1024);
afterAll(() => {
  if (disk !== null) giveBackDisk(disk);
});

describe('answers that come while the disk is full', () => {
  const dataDir = disk ?? '';
  const ballast = join(dataDir, 'ballast');
  let provider: TestProvider;
  let desk: OpenedDesk;
  let letGo: (() => void)[] = [];

  beforeEach(async (context) => {
    context.skip(disk === null, 'no file system may be mounted here');
    letGo = [];
    provider = await startTestProvider((call, response) => {
      const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
      const answer = { ...createRecordOf(fields), padding: PADDING };
      letGo.push(() => response.end(JSON.stringify(answer)));
    });
    desk = await openedDesk(dataDir, provider.baseUrl);
  });
  afterEach(async () => {
    if (disk === null) return;
    await desk.services.close();
    await provider.close();
    rmSync(ballast, { force: true });
  });

  /** Another program takes everything there is, what the log keeps back for itself too. */
  function fillDisk(): void {
    rmSync(logPathsOf(dataDir).reserve, { force: true });
    const handle = openSync(ballast, 'w');
    for (let block = Buffer.alloc(1024 * 1024, 1); block.length >= 512;) {
      try {
        writeSync(handle, block);
      } catch {
        block = block.subarray(0, block.length / 2);
      }
    }
    closeSync(handle);
  }

  /** Gives the intents whose answers could not be written. */
  async function issueAll(suffix: string): Promise<readonly string[]> {
    const names = NAMES.map((name) => `${name}${suffix}`);
    for (const name of names) await desk.issue(name);
    await waitUntil(() => (letGo.length === names.length ? true : null));
    fillDisk();
    for (const go of letGo) go();
    for (const name of names) await desk.rested(name);
    const held = await desk.client.call('log.heldAnswers', {});
    if (!held.ok) throw new Error(held.error.code);
    for (const { answer } of held.value) expect(answer?.body).toContain('"payment_data"');
    return held.value.map(({ request }) => request.intentId);
  }

  const healthOf = async () => {
    const health = await desk.client.call('log.health', {});
    return health.ok ? health.value : null;
  };
  const outcomeOf = async (name: string) => {
    const history = await desk.client.call('log.history', { intentId: intent(name) });
    return history.ok ? history.value.request.outcome : history.error.code;
  };

  it('are counted, given for saving, and written by themselves once there is room', async () => {
    const held = await issueAll('-a');
    expect(held.length).toBeGreaterThan(0);
    expect(await healthOf()).toMatchObject({ damage: 'disk_full', heldAnswers: held.length });
    rmSync(ballast);
    await expect.poll(healthOf, { timeout: 20_000 }).toEqual({ state: 'ok' });
    for (const name of NAMES) expect(await outcomeOf(`${name}-a`)).toBe('accepted');
    letGo = [];
    expect(await desk.issue('late')).toMatchObject({ ok: true });
    await waitUntil(() => letGo.at(0) ?? null);
    letGo.at(0)?.();
    expect(await desk.rested('late')).toMatchObject({ outcome: 'accepted' });
  });

  it('and are lost with the process leave unknowns behind, none of them lost or sent again', async () => {
    const held = await issueAll('-b');
    expect(held.length).toBeGreaterThan(0);
    const posts = provider.posts().length;
    await desk.services.close();
    desk = await openedDesk(dataDir, provider.baseUrl);
    rmSync(ballast);
    await expect.poll(healthOf, { timeout: 20_000 }).toEqual({ state: 'ok' });
    for (const name of NAMES) {
      const order = `${name}-b`;
      expect(await outcomeOf(order)).toBe(held.includes(intent(order)) ? 'unknown' : 'accepted');
    }
    expect(provider.posts()).toHaveLength(posts);
  });
});
