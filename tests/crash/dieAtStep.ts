import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread, workerData } from 'node:worker_threads';

/**
 * Loaded before everything else, into every thread of a victim. Kills the process before rename, flush or removal number `DIE_AT`
 * that a switch of protection makes: in the log's writer thread, which changes the files, or in the main one, which keeps the keys.
 */
const [dieIn, dieAt] = [process.env['DIE_IN'], Number(process.env['DIE_AT'])];

function isWriter(): boolean {
  const data: unknown = workerData;
  return typeof data === 'object' && data !== null && Reflect.get(data, 'role') === 'writer';
}

if (dieIn === (isMainThread ? 'main' : isWriter() ? 'writer' : null)) {
  let hasBegun = false;
  let count = 0;
  const step = (path: unknown): void => {
    // The writer flushes the anchor and its like at other times, too: a switch begins with a file that it writes aside.
    hasBegun ||= String(path).includes(isMainThread ? 'log.key' : '.converting');
    if (!hasBegun) return;
    count += 1;
    if (count === dieAt) process.kill(process.pid, 'SIGKILL');
  };
  const { renameSync, fsyncSync, rmSync, openSync } = fs;
  fs.renameSync = (...args) => [step(args[0]), renameSync(...args)][1];
  fs.fsyncSync = (...args) => [step(args[0]), fsyncSync(...args)][1];
  fs.rmSync = (...args) => [step(args[0]), rmSync(...args)][1];
  fs.openSync = (...args) => {
    if (String(args[0]).includes(isMainThread ? 'log.key' : '.converting')) hasBegun = true;
    return openSync(...args);
  };
  // The modules that were imported by name call these from now on.
  syncBuiltinESMExports();
}
