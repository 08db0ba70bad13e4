import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Bundled, bundled } from '../../../tests/support/bundled.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { openTestLog } from '../testing/log.ts';
import type { LogPort } from '../log/openLog.ts';

const DESK = fileURLToPath(new URL('../testing/listeningDesk.ts', import.meta.url));
let program: Bundled;

beforeAll(async () => {
  program = await bundled(DESK);
});
afterAll(() => {
  program.remove();
  removeTemporaryDirs();
});

const KILLS = 3;
const SENDERS = 6;

async function startDesk(dataDir: string): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [program.file, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no output');
  const lines = createInterface({ input: child.stdout });
  for await (const address of lines) return { child, address };
  throw new Error('The desk ended at once');
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Sends one after the other until the desk stops answering, and notes the acknowledged ones. */
async function keepSending(address: string, name: string, acknowledged: string[]): Promise<void> {
  for (let at = 0; ; at += 1) {
    const said = `${name}-${at}`;
    try {
      const answer = await fetch(address, { method: 'POST', body: `order_id=x&state=${said}` });
      const text = await answer.text();
      if (answer.status === 200 && text === 'OK') acknowledged.push(said);
      else await sleep(20);
    } catch {
      return;
    }
  }
}

async function statesIn(log: LogPort): Promise<ReadonlySet<string | null>> {
  const states = new Set<string | null>();
  for (let before: number | null = null; ;) {
    const page = await log.callbackPage(before, 200);
    for (const { reading } of page.callbacks) states.add(reading.state);
    if (page.next === null) return states;
    before = page.next;
  }
}

describe('an acknowledged callback', () => {
  it(`is in the log after ${KILLS} kills, and the chain holds`, async () => {
    const dataDir = temporaryDir();
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, address } = await startDesk(dataDir);
      const senders = Array.from({ length: SENDERS }, (_, at) =>
        keepSending(address, `${kill}-${at}`, acknowledged),
      );
      // At a random moment, but not before the desk has acknowledged something.
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 1);
      await sleep(Math.random() * 300);
      await stop(child);
      await Promise.all(senders);
    }
    const log = await openTestLog(dataDir);
    const stored = await statesIn(log);
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    expect(acknowledged.filter((state) => !stored.has(state))).toEqual([]);
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await log.close();
  });

  it('does not exist where the log cannot be written', async () => {
    const dataDir = temporaryDir();
    writeFileSync(logPathsOf(dataDir).file, 'this is no log at all');
    const { child, address } = await startDesk(dataDir);
    const answer = await fetch(address, { method: 'POST', body: 'order_id=x&state=paid' });
    expect(answer.status).toBe(503);
    await stop(child);
  });
});
