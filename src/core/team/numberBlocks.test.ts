import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { createSuggestOrder } from '../issuing/suggestOrder.ts';
import type { Vault } from '../ports.ts';
import {
  chance,
  manualClock,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { openTestLog } from '../testing/log.ts';
import { createNumberBlocks } from './numberBlocks.ts';

afterAll(removeTemporaryDirs);

const ACCOUNT = 'team-numbers:t:desk_one';

/** A run of a desk: its log in this directory, and the keychain of its account. */
async function running(dataDir: string, vault: Vault, pattern = 'A-{counter}') {
  const log = await openTestLog(dataDir);
  const blocks = createNumberBlocks({ vault, account: ACCOUNT, onChange: () => undefined });
  const clock = manualClock('2026-11-15T10:00:00.000Z');
  const suggest = createSuggestOrder({ log, clock, chance, makeNumbers: blocks.make });
  const next = async (): Promise<string> => {
    const made = await suggest(profileOf({ orderPattern: pattern, timeZone: 'UTC' }), 'create');
    return made.ok ? made.value : made.error.code;
  };
  return {
    blocks,
    next,
    crash: () => log.close(),
    close: () => blocks.close().then(() => log.close()),
  };
}

/** With the item that a joined desk has. */
async function keychainOf(text = '[]'): Promise<Vault> {
  const vault = createTestKeychain();
  await vault.write(ACCOUNT, text);
  return vault;
}

function copyOf(dataDir: string): string {
  const copy = join(temporaryDir(), 'copy');
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

describe('order numbers of a desk in a team', () => {
  it('go on without a gap after a desk was closed', async () => {
    const [dataDir, vault] = [temporaryDir(), await keychainOf()];
    const first = await running(dataDir, vault);
    expect([await first.next(), await first.next()]).toEqual(['A-0001', 'A-0002']);
    await first.close();
    const second = await running(dataDir, vault);
    expect(await second.next()).toBe('A-0003');
    await second.close();
  });

  it('are not used again by an older copy of the log', async () => {
    const [dataDir, vault] = [temporaryDir(), await keychainOf()];
    const first = await running(dataDir, vault);
    await first.next();
    await first.close();
    const older = copyOf(dataDir);
    const later = await running(dataDir, vault);
    const used = [await later.next(), await later.next()];
    await later.close();
    const putBack = await running(older, vault);
    expect(used).toEqual(['A-0002', 'A-0003']);
    expect(await putBack.next()).toBe('A-0004');
    expect(putBack.blocks.isMade('A-0004')).toBe(true);
    expect(putBack.blocks.isMade('A-0002')).toBe(false);
    await putBack.close();
  });

  it('begin after the whole block where the desk was killed', async () => {
    const [dataDir, vault] = [temporaryDir(), await keychainOf()];
    const first = await running(dataDir, vault);
    await first.next();
    await first.crash();
    expect(await vault.read(ACCOUNT)).toEqual({ ok: true, value: '[["create",101]]' });
    const second = await running(dataDir, vault);
    expect(await second.next()).toBe('A-0102');
    await second.close();
  });

  it('differ in two copies that run at the same time', async () => {
    const [dataDir, vault] = [temporaryDir(), await keychainOf()];
    await (await running(dataDir, vault)).close();
    const [one, other] = [await running(dataDir, vault), await running(copyOf(dataDir), vault)];
    const made = await Promise.all(
      Array.from({ length: 260 }, (_, at) => (at % 2 === 0 ? one : other).next()),
    );
    expect(new Set(made).size).toBe(260);
    await one.close();
    await other.close();
    const third = await running(copyOf(dataDir), vault);
    expect(made).not.toContain(await third.next());
    await third.close();
  });

  it('count by the series: a new day begins at 1, of which the keychain knows nothing', async () => {
    const vault = await keychainOf('[["create20261114",777]]');
    const desk = await running(temporaryDir(), vault, '{year}{date}-{counter}');
    expect(await desk.next()).toBe('20261115-0001');
    await desk.close();
  });

  it.each([
    ['has no such item', createTestKeychain()],
    ['does not answer', createFailingKeychain('locked')],
  ])('are not its own where the keychain %s', async (_, vault) => {
    const desk = await running(temporaryDir(), vault);
    const orderId = await desk.next();
    expect(orderId).toBe('A-0001');
    expect(desk.blocks.isMade(orderId)).toBe(false);
    expect([await desk.blocks.isHeld(), desk.blocks.wasHeld()]).toEqual([false, false]);
    await desk.close();
  });

  it('are its own once the server or a person has told', async () => {
    const desk = await running(temporaryDir(), createTestKeychain());
    const before = await desk.next();
    await desk.blocks.begin();
    expect(await desk.blocks.isHeld()).toBe(true);
    const after = await desk.next();
    expect([before, after].map(desk.blocks.isMade)).toEqual([false, true]);
    await desk.close();
  });
});
