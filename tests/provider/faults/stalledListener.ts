import { createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';

/*
 * Runs as a worker. Node takes in every connection as soon as its loop turns, so the loop is stopped: this thread listens and
 * then sleeps for ever, without using the processor. stalledPort.ts fills the queue from outside.
 */
const server = createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort?.postMessage(server.address(), []);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
