import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * Requests of the last hours: two unknowns among accepted ones. A statement proves that a request is not there only for one that
 * is older than half an hour, and no test can wait for that.
 */
export const PAST = {
  names: Array.from({ length: 44 }, (_, at) =>
    at === 15 ? 'U-1' : at === 25 ? 'U-2' : `A-${String(at).padStart(2, '0')}`,
  ),
  stepMs: 5 * 60_000,
} as const;
const HOUR_MS = 3_600_000;
const HEADER = 'ID,Order ID,Amount,Currency,Status,Created at,Customer';

/** An hour lies between the last request and now. */
const startMs =
  Math.floor(Date.now() / 60_000) * 60_000 - PAST.names.length * PAST.stepMs - HOUR_MS;

export function remoteIdOf(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}

export function fillPast(dataDir: string): void {
  const program = path.join(import.meta.dirname, 'pastRequests.ts');
  execFileSync(process.execPath, [program, dataDir, new Date(startMs).toISOString()]);
}

/** The provider's list of it, by row: every request but the second unknown. */
export function pastRows(): readonly string[] {
  return PAST.names
    .map((name, at) => {
      const time = new Date(startMs + at * PAST.stepMs + 5000).toISOString();
      return `${remoteIdOf(at)},${name},1500.00,RUB,created,${time},cust-${name}`;
    })
    .filter((_, at) => PAST.names[at] !== 'U-2');
}

export function fileOf(rows: readonly string[]): string {
  return [HEADER, ...rows].map((line) => `${line}\r\n`).join('');
}
