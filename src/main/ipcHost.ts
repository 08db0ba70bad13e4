import type { IpcMain, IpcMainInvokeEvent } from 'electron';

import type { Reply, Services } from '#core/ports.ts';
import {
  EVENT_CHANNEL,
  OPERATION_CHANNEL_PREFIX,
  OPERATION_NAMES,
} from '#shared/contract/names.ts';
import { failure } from '#shared/domain/failure.ts';
import { isOwnUrl } from './ownPage.ts';

/** One channel per operation, so that an operation that is not in the contract has nowhere to arrive. */
export function handleOperations(
  ipcMain: Pick<IpcMain, 'handle'>,
  dispatch: Services['dispatch'],
): void {
  for (const name of OPERATION_NAMES) {
    ipcMain.handle(
      `${OPERATION_CHANNEL_PREFIX}${name}`,
      async (event, input: unknown): Promise<Reply> => {
        if (isOwnTopFrame(event)) return await dispatch(name, input);
        return { ok: false, error: failure('not_authorised', 'Only the desk’s own page may ask') };
      },
    );
  }
}

/** The page itself, not a frame inside it, and only while it shows our address. */
function isOwnTopFrame({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnUrl(senderFrame.url);
}

type EventTarget = {
  readonly webContents: {
    readonly isDestroyed: () => boolean;
    readonly send: (channel: string, value: unknown) => void;
  };
};

/** Events go to every open window; a window that is going away misses nothing it could still show. */
export function pushEvents(
  services: Pick<Services, 'onEvent'>,
  windows: () => readonly EventTarget[],
): () => void {
  return services.onEvent((event) => {
    for (const { webContents } of windows()) {
      if (!webContents.isDestroyed()) webContents.send(EVENT_CHANNEL, event);
    }
  });
}
