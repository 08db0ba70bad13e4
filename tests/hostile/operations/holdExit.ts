import { isMainThread } from 'node:worker_threads';

/**
 * `node --import` this file: a process that has closed everything, and exits or has nothing more to do, is held there until it
 * is killed, so that it can be asked once more. It says so. Its threads end as they always do.
 */
let isHeld = false;

function hold(): void {
  if (isHeld) return;
  isHeld = true;
  setInterval(() => {}, 1000);
  process.send?.({ kind: 'closed', value: true });
}

if (isMainThread) {
  Reflect.set(process, 'exit', hold);
  process.on('beforeExit', hold);
}
