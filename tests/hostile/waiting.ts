import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;

type Told = {
  readonly journal: () => readonly { readonly kind: string; readonly value: unknown }[];
  readonly output: () => string;
};

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`Not within ${PATIENCE_MS} ms: ${what}`);
    await sleep(20);
  }
}

/** The process says so on its own channel. */
export async function untilTold(host: Told, kind: string): Promise<void> {
  const isSo = (): boolean => host.journal().some((entry) => entry.kind === kind);
  try {
    await until(kind, isSo);
  } catch (error) {
    throw new Error(`${String(error)}\n${host.output()}`, { cause: error });
  }
}

export async function withDataDir(use: (dataDir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'hostile-'));
  try {
    await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A bound of time on a machine that has more to do than it has cores: it is slower by as much. */
export function byLoad(ms: number): number {
  const [load = 0] = loadavg();
  return ms * Math.max(1, load / availableParallelism());
}
