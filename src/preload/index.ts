import { type IpcRendererEvent, contextBridge, ipcRenderer } from 'electron';

import { BRIDGE_KEY, EVENT_CHANNEL, OPERATION_CHANNEL_PREFIX } from '#shared/contract/bridge.ts';
/** Put in by the build (electron.vite.config.ts): the contract itself would bring zod. */
declare const OPERATION_NAMES: readonly string[];

/** One function per operation: the page cannot name a channel of its own. */
const invoke = Object.fromEntries(
  OPERATION_NAMES.map((name) => [
    name,
    (input: unknown): Promise<unknown> =>
      ipcRenderer.invoke(`${OPERATION_CHANNEL_PREFIX}${name}`, input),
  ]),
);

function onEvent(listener: (event: unknown) => void): () => void {
  // The IPC event itself would hand the page a sender; only the desk's event goes on.
  const forward = (_ipcEvent: IpcRendererEvent, event: unknown) => listener(event);
  ipcRenderer.on(EVENT_CHANNEL, forward);
  return () => {
    ipcRenderer.off(EVENT_CHANNEL, forward);
  };
}

contextBridge.exposeInMainWorld(BRIDGE_KEY, { invoke, onEvent });
