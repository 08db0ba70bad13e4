import { z } from 'zod';

import { ipcMain } from '../support/electronStandIn/electron.ts';
import { OPERATION_CHANNEL_PREFIX } from '../../src/shared/contract/bridge.ts';

/** Loaded into the stand-in's process: asks as a window of that id would, so that one app has as many pages as a case needs. */
const askedSchema = z.object({ window: z.int(), name: z.string(), input: z.unknown() });

ipcMain.handle('people:ask', async (_event, asked: unknown): Promise<unknown> => {
  const { window, name, input } = askedSchema.parse(asked);
  const senderFrame = { url: 'app://desk/', parent: null, detached: false };
  return ipcMain.call(
    `${OPERATION_CHANNEL_PREFIX}${name}`,
    { senderFrame, sender: { id: window } },
    [input],
  );
});
