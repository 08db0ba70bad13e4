import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

import { describe, expect, it } from 'vitest';

const STEP_BACK = new URL('./stepBack.ts', import.meta.url);

/** Of every thread of this process, how nice it is (Linux: field 19 of its stat); elsewhere only the process has that. */
function niceness(): readonly number[] {
  if (process.platform !== 'linux') return [getPriority()];
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('a thread that steps back', () => {
  it('does so alone', async () => {
    const before = niceness();
    const source = `
      const { stepBack } = await import(${JSON.stringify(STEP_BACK.href)});
      const { parentPort } = await import('node:worker_threads');
      stepBack();
      parentPort.postMessage('done');
      parentPort.once('message', () => undefined);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    try {
      await new Promise((resolve) => worker.once('message', resolve));
      const nicer = niceness().filter((nice) => nice > Math.max(...before));
      expect(nicer).toHaveLength(process.platform === 'linux' ? 1 : 0);
    } finally {
      await worker.terminate();
    }
  });
});
