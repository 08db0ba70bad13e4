import type { EventEmitter } from 'node:events';

import type { StandInIpcMain } from './ipcMain.ts';

/** What the stand-in saw, told to the test that started it. */
export type JournalEntry = { readonly kind: string; readonly value: unknown };

/** A call as some frame would make it: what no real page of ours does, and a foreign one might. */
export type ForgedCall = {
  readonly id: number;
  readonly channel: string;
  readonly input: unknown;
  readonly frameUrl: string;
  readonly isTopFrame: boolean;
};

/** The lid closes. */
export const SUSPEND = 'suspend';

export function record(kind: string, value: unknown): void {
  process.send?.({ kind, value } satisfies JournalEntry);
}

export function answerCommands(ipcMain: StandInIpcMain, powerMonitor: EventEmitter): void {
  process.on('message', (call: ForgedCall | typeof SUSPEND) => {
    if (call === SUSPEND) {
      powerMonitor.emit('suspend');
      return;
    }
    const top = { url: call.frameUrl, parent: null };
    const senderFrame = call.isTopFrame ? top : { url: call.frameUrl, parent: top };
    void ipcMain
      .call(call.channel, { senderFrame, sender: {} }, [call.input])
      .then((value) => record('forgedReply', { id: call.id, value }))
      .catch((error: unknown) => record('forgedReply', { id: call.id, error: String(error) }));
  });
  // The test's end of the channel must not keep an app alive that has quit.
  process.channel?.unref();
}
