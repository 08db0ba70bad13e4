import { openTestLog } from '../../testing/log.ts';
import { openForReading } from '../store/database.ts';
import { logPathsOf } from '../store/paths.ts';

/**
 * This program opens a log whose requisites are due, lets the writer erase in its idle time, takes backups all the while, and
 * kills itself `thenMs` after `wanted` requests are named (`named`), or once at most `wanted` bodies are left (`left`).
 */
const [dataDir = '', stage = 'named', wanted = '0', thenMs = '0'] = process.argv.slice(2);
const now = new Date('2027-01-17T10:00:00.000Z');
// In threads, as in the desk.
const workerUrl = new URL(
  process.env['DESK_LOG_WORKER'] ?? new URL('../../threads/worker.ts', import.meta.url),
);
const log = await openTestLog(dataDir, { clock: { now: () => now }, workerUrl });
const operator = { account: 'desk', name: 'Anna' };
await log['log.setRetention']({ days: 30, shownAt: now.toISOString() }, operator);
const db = openForReading(logPathsOf(dataDir).file);
const named = db.prepare('SELECT count(*) FROM erasure').pluck();
const left = db.prepare('SELECT count(*) FROM to_erase').pluck();
let wasFull = false;
setInterval(() => {
  const bodies = Number(left.get());
  wasFull ||= bodies > Number(wanted);
  const isNamed = Number(named.get()) >= Number(wanted);
  const isLeft = wasFull && bodies <= Number(wanted);
  if (stage === 'named' ? !isNamed : !isLeft) return;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(thenMs));
}, 1);
/** A write, so that idle time follows it; then a backup; and on until it dies. */
async function work(): Promise<never> {
  await log['handOver.write']({ text: String(performance.now()) }, operator);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await log.backUp();
  return work();
}
await work();
