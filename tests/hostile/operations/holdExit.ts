/**
 * `node --import` this file: a process that has closed everything, and exits or has nothing more to do, is held there until it
 * is killed, so that it can be asked once more. It says so.
 */
let isHeld = false;

function hold(): void {
  if (isHeld) return;
  isHeld = true;
  setInterval(() => {}, 1000);
  process.send?.({ kind: 'closed', value: true });
}

Reflect.set(process, 'exit', hold);
process.on('beforeExit', hold);
