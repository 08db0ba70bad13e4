import { EventEmitter } from 'node:events';

/**
 * `node --import` this file: `process.parentPort` as a utility process of Electron has it. Messages wait for the first listener.
 * Node's own channel is hidden, because a utility process has none.
 */
const port = new EventEmitter();
const waiting: unknown[] = [];
const send = process.send?.bind(process);

process.on('message', (data) => {
  if (port.listenerCount('message') === 0) waiting.push(data);
  else port.emit('message', { data, ports: [] });
});
port.on('newListener', (name) => {
  if (name !== 'message') return;
  // The listener is there only after this event.
  queueMicrotask(() => {
    for (const data of waiting.splice(0)) port.emit('message', { data, ports: [] });
  });
});
// Chromium ends a utility process whose browser process is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

Object.assign(port, {
  postMessage: (message: unknown) => void send?.(message, undefined, undefined, () => undefined),
});
Reflect.set(process, 'parentPort', port);
Reflect.deleteProperty(process, 'send');
