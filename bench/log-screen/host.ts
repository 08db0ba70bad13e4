import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const ONE_TIME_URL = /http:\/\/127\.0\.0\.1:\d+\/#code=\S+/u;
const READY_MS = 120_000;
const STOP_MS = 10_000;

export type Host = {
  readonly url: string;
  /** Milliseconds of the processor that each of its threads has used, by name and number; nothing where no /proc tells. */
  readonly usedMs: () => ReadonlyMap<string, number>;
  /** What the process has in memory now, in MB. */
  readonly rssMb: () => number;
  readonly stop: () => Promise<void>;
};

/** The browser host on a data directory of one's own. */
export async function startHost(dataDir: string): Promise<Host> {
  const entry = path.join(ROOT, 'out/main/loopback.js');
  const args = [entry, '--no-open', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`No address: ${said}`)), READY_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = ONE_TIME_URL.exec(said);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    });
    void ended.then(() => reject(new Error(`The host has ended: ${said}`)));
  });
  return {
    url,
    usedMs: () => usedBy(child.pid ?? 0),
    rssMb: () => rssMbOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      // A backup of gigabytes that was begun meanwhile is looked through to its end; here nobody needs it.
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

export function rssMbOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) {
    const kb = /^VmRSS:\s*(?<kb>\d+) kB$/mu.exec(readFileSync(status, 'utf8'))?.groups?.['kb'];
    return Number(kb ?? Number.NaN) / 1024;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout.trim()) / 1024;
}

/** A clock tick of Linux. */
const TICK_MS = 10;

function usedBy(pid: number): ReadonlyMap<string, number> {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return new Map();
  return new Map(
    readdirSync(tasks).map((id) => {
      const stat = readFileSync(`${tasks}/${id}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      // Counted from the state on, which comes after the name.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = Number(fields[11]) + Number(fields[12]);
      return [`${name} ${id}`, ticks * TICK_MS];
    }),
  );
}
