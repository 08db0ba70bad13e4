import { type Peer, createPeer } from './peer.ts';

/** What the stand-in saw, told to the test that started it. */
export type JournalEntry = { readonly kind: string; readonly value: unknown };

export function record(kind: string, value: unknown): void {
  process.send?.({ kind, value: described(value) } satisfies JournalEntry);
}

/** The test's end. Without one (an app that somebody started by hand) nothing is answered. */
export const testSide: Peer = createPeer((message) => process.send?.(message));

/** Only in the app's own process: another that loads this file has a channel of its own. */
export function listenToTest(): void {
  process.on('message', (message) => testSide.receive(message));
  // The test's end of the channel must not keep an app alive that has quit.
  process.channel?.unref();
}

/** As much of it as can be told: functions are named as such. */
function described(value: unknown): unknown {
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(described);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, described(part)]));
}
