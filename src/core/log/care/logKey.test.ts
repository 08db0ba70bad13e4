import { describe, expect, it, onTestFinished } from 'vitest';

import { type Result, err } from '#shared/domain/result.ts';

import type { VaultFault } from '../../ports.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { fillLog } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { waitUntil } from '../../testing/waitUntil.ts';
import { createLogKey, type AnchorKey } from './logKey.ts';

const KEY = 'ab'.repeat(32);

/** A keychain that hangs until it is told to go on. */
function slowKey(): AnchorKey & { readonly goOn: () => void } {
  const key = memoryAnchorKey(KEY);
  let hangs = true;
  const inTime = async <T>(
    work: () => Promise<Result<T, VaultFault>>,
  ): Promise<Result<T, VaultFault>> => {
    return hangs ? err('timed_out') : await work();
  };
  return {
    read: () => inTime(key.read),
    write: (fresh) => inTime(() => key.write(fresh)),
    goOn: () => {
      hangs = false;
    },
  };
}

describe('a keychain that does not answer', () => {
  it('is not taken for one without the key: neither Verify nor the next start says replaced', async () => {
    const dataDir = temporaryDir();
    onTestFinished(removeTemporaryDirs);
    const first = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(await first.verify()).toMatchObject({ value: { verdict: 'holds', key: 'present' } });
    await first.close();

    const slow = slowKey();
    const hung = await openTestLog(dataDir, { anchorKey: slow });
    await fillLog(hung, 'A');
    expect(await hung.verify()).toMatchObject({ value: { verdict: 'holds', key: 'no_answer' } });
    await hung.close();

    const back = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(await back.verify()).toMatchObject({ value: { verdict: 'holds', key: 'present' } });
    await back.close();
  });

  it('is asked again, by Verify and by itself, and the key is used from then on', async () => {
    const slow = slowKey();
    const given: unknown[] = [];
    const key = createLogKey(slow, async (inHand) => given.push(inHand), 1);
    expect(await key.forCheck()).toEqual({ state: 'no_answer' });
    expect(given).toEqual([]);
    slow.goOn();
    await waitUntil(() => given[0] ?? null);
    expect(await key.forCheck()).toEqual({ state: 'key', key: KEY });
    expect(given).toEqual([{ state: 'key', key: KEY }]);
    key.close();
  });

  it('leaves the log without a key where it says that it has none', async () => {
    const given: unknown[] = [];
    const locked: AnchorKey = { ...memoryAnchorKey(), read: async () => err('locked') };
    const key = createLogKey(locked, async (inHand) => given.push(inHand));
    expect(await key.forCheck()).toEqual({ state: 'unreadable' });
    expect(given).toEqual([{ state: 'no_key' }]);
    const fresh = createLogKey(memoryAnchorKey(), async (inHand) => given.push(inHand));
    expect((await fresh.forCheck()).state).toBe('key');
    expect(given).toHaveLength(2);
  });
});
