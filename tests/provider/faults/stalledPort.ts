import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { Worker } from 'node:worker_threads';

export type StalledPort = { readonly port: number; readonly close: () => Promise<void> };

/** Connecting to oneself takes under a millisecond: a connection that is not open by then will not open. */
const THROUGH_MS = 300;
/** On a busy machine one of them may just have been late. */
const DROPS_IN_A_ROW = 2;
/** Linux queues one more than the backlog asks for. Other systems may round up. */
const MOST_IN_QUEUE = 64;

/**
 * A port that neither takes in nor refuses: once the accept queue of a listener is full, Linux and macOS drop further SYNs, and a
 * client waits until its own deadline. null: here they are refused instead (Windows), or the queue has no end.
 */
export async function openStalledPort(): Promise<StalledPort | null> {
  const worker = new Worker(new URL('./stalledListener.ts', import.meta.url));
  const message: readonly unknown[] = await once(worker, 'message');
  const port = portOf(message[0]);
  const queued: Socket[] = [];
  const close = async (): Promise<void> => {
    for (const socket of queued) socket.destroy();
    await worker.terminate();
  };
  if (await fill(port, queued)) return { port, close };
  await close();
  return null;
}

/** One after the other: of two at once, one could be half through when the queue fills, and count as connected for ever. */
async function fill(port: number, queued: Socket[], drops = 0): Promise<boolean> {
  if (drops === DROPS_IN_A_ROW) return true;
  if (queued.length === MOST_IN_QUEUE) return false;
  const socket = connect({ port, host: '127.0.0.1' });
  // Reset when the worker ends.
  socket.on('error', () => undefined);
  const outcome = await new Promise<'through' | 'refused' | 'dropped'>((settle) => {
    socket.once('connect', () => settle('through'));
    socket.once('close', () => settle('refused'));
    // Timers come before sockets in a loop that was held up: a connection that is open by now is heard first.
    setTimeout(() => setImmediate(settle, 'dropped'), THROUGH_MS);
  });
  if (outcome === 'through') {
    queued.push(socket);
    return fill(port, queued);
  }
  socket.destroy();
  return outcome === 'dropped' && fill(port, queued, drops + 1);
}

function portOf(address: unknown): number {
  if (typeof address === 'object' && address !== null && 'port' in address)
    return Number(address.port);
  throw new Error('The stalled listener has no port');
}
