import { type WebContents, app } from 'electron';

import { type DeskEvent, deskEventSchema } from '../../src/shared/contract/events.ts';
import { replySchema } from '../../src/shared/contract/testing/createClient.ts';
import type { Reply } from '../../src/core/ports.ts';
import { FAULTY_PROFILE, writeFaultyMerchant } from '../support/faultyMerchant.ts';
import { deskOver } from '../support/deskOver.ts';
import type { Task } from './lines.ts';
import { type VictimDesk, beVictim } from './victimWork.ts';
import { EVENT_CHANNEL } from '../../src/shared/contract/bridge.ts';

/**
 * Loaded by Electron (`--require`) into its main process before the built app, which runs as it is. It asks through the app's own
 * page, and hears what main sends that page in the moment it is sent.
 */
async function openShownDesk({ desk }: Task): Promise<VictimDesk> {
  writeFaultyMerchant(desk.dataDir, { origin: desk.baseUrl, merchant: desk.merchant });
  const listeners = new Set<(event: DeskEvent) => void>();
  const page = await shownPage((event) => {
    for (const listener of listeners) listener(event);
  });
  const opened = deskOver({
    dispatch: (_caller, name, input) => askPage(page, name, atProvider(input)),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      app.quit();
    },
  });
  const profileId = FAULTY_PROFILE;
  const slot = { kind: 'signing' };
  await opened.ask('profile.setSecret', { profileId, slot, secret: desk.secret, keep: 'run' });
  await opened.ask('profile.confirmLive', { profileId });
  return opened;
}

function shownPage(onEvent: (event: DeskEvent) => void): Promise<WebContents> {
  return new Promise((resolve) => {
    app.once('web-contents-created', (_event, contents) => {
      const send = contents.send.bind(contents);
      contents.send = (channel: string, ...values: unknown[]) => {
        if (channel === EVENT_CHANNEL) onEvent(deskEventSchema.parse(values[0]));
        send(channel, ...values);
      };
      contents.once('did-finish-load', () => resolve(contents));
    });
  });
}

async function askPage(page: WebContents, name: string, input: unknown): Promise<Reply> {
  const [operation, asked] = [JSON.stringify(name), JSON.stringify(input)];
  const call = `depositDesk.invoke[${operation}](${asked})`;
  return replySchema.parse(await page.executeJavaScript(call));
}

/** The embedded sandbox would die with the app, and its ledger could not be trusted: its place takes a merchant at the provider. */
function atProvider(input: unknown): unknown {
  const isHere = typeof input === 'object' && input !== null && 'profileId' in input;
  return isHere ? { ...input, profileId: FAULTY_PROFILE } : input;
}

beVictim(openShownDesk).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  app.exit(1);
});
