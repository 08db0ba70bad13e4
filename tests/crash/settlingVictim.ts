import { openStatements } from '../../src/core/statements/testing/openStatements.ts';
import { openTestLog } from '../../src/core/testing/log.ts';

/**
 * This program settles the unknowns of a statement and kills itself `thenMs` after request number `dieAfter` was settled.
 * With 0 it runs to its end and prints how many there were to settle.
 */
const [dataDir = '', statementId = '', dieAfter = '0', thenMs = '0'] = process.argv.slice(2);
const clock = { now: () => new Date() };
// In threads, as in the desk.
const workerUrl = new URL(
  process.env['DESK_LOG_WORKER'] ?? new URL('../../src/core/threads/worker.ts', import.meta.url),
);
const log = await openTestLog(dataDir, { clock, workerUrl });
let settled = 0;
const desk = openStatements({
  dataDir,
  log,
  clock,
  onEvent({ name }) {
    settled += name === 'request.changed' ? 1 : 0;
    if (settled !== Number(dieAfter)) return;
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(thenMs));
  },
});
const { previewId, items } = await desk.ask('statement.previewSettle', { statementId });
process.stdout.write(`${items.length}\n`);
await desk.ask('statement.settle', {
  statementId,
  previewId,
  kinds: ['found', 'absent'],
  note: '',
});
await desk.end();
await log.close();
