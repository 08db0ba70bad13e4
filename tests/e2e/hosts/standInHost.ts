import type { Page } from '@playwright/test';

import { endProcess } from '../../support/endProcess.ts';
import { type StartedStandIn, startStandIn } from '../../support/electronStandIn/launch.ts';
import { isSaved } from '../../support/electronStandIn/pageWindow.ts';
import type { OnInvoke } from '../../support/electronStandIn/windows.ts';
import type { StartHost } from './host.ts';
import { type HeldCall, type OnCall, type PageHost, setPageHost } from './pageHost.ts';
import { OPERATION_CHANNEL_PREFIX } from '../../../src/shared/contract/bridge.ts';

/** The built Electron app under Node; its window is the test's own page. */
export const startOnStandIn: StartHost = async ({ dataDir, env = {} }) => {
  let give: (page: Page) => void = () => undefined;
  const given = new Promise<Page>((resolve) => {
    give = resolve;
  });
  const calls = createCalls();
  const app = startStandIn({
    dataDir,
    env: { LANG: 'en_US.UTF-8', ELECTRON_STAND_IN_ADDRESS: addressOf(dataDir), ...env },
    givenPage: () => given,
    onInvoke: calls.onInvoke,
  });
  return {
    async open(page) {
      setPageHost(page, standInPage(page, app, calls));
      give(page);
      return await app.loaded();
    },
    output: app.output,
    async kill() {
      await endProcess(app.child, 'SIGKILL');
      await app.close();
    },
    async stop() {
      await app.close();
      const missing = app.journal().filter(({ kind }) => kind === 'missing');
      if (missing.length > 0) throw new Error(`Not in the stand-in: ${JSON.stringify(missing)}`);
    },
  };
};

/** What a page stores is kept apart by its address, and found again after a restart, as Electron's userData does it. */
function addressOf(dataDir: string): string {
  const name = dataDir.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
  return `http://desk${name.slice(-40)}.localhost`;
}

type Calls = {
  readonly onInvoke: OnInvoke;
  readonly on: (pattern: string, onCall: OnCall) => void;
  readonly off: (pattern: string) => void;
  readonly answered: (name: string, isIt: (input: unknown) => boolean) => Promise<void>;
};

/** Electron's words for a call that main never came back to. */
const NO_REPLY = { error: 'reply was never sent' } as const;

/** Between page and app, as a browser's requests can be held up. */
function createCalls(): Calls {
  const held = new Map<string, OnCall>();
  const waiting = new Set<(name: string, input: unknown) => void>();

  const through = async (name: string, input: unknown, ask: () => Promise<unknown>) => {
    const found = [...held].find(([pattern]) => fits(pattern, name));
    if (found === undefined) return await ask();
    return await new Promise<unknown>((resolve, reject) => {
      const call: HeldCall = {
        name,
        input,
        continue: async () => resolve(await ask()),
        abort: async () => resolve(NO_REPLY),
        async fetch() {
          const result: unknown = Reflect.get(Object(await ask()), 'result');
          return result;
        },
        fulfill: async (result) => resolve({ result }),
      };
      found[1](call).catch(reject);
    });
  };

  return {
    async onInvoke({ channel, args }, ask) {
      const name = channel.replace(OPERATION_CHANNEL_PREFIX, '');
      const reply = await through(name, args[0], ask);
      for (const look of waiting) look(name, args[0]);
      return reply;
    },
    on: (pattern, onCall) => void held.set(pattern, onCall),
    off: (pattern) => void held.delete(pattern),
    answered: (name, isIt) =>
      new Promise((resolve) => {
        const look = (answered: string, input: unknown): void => {
          if (answered !== name || !isIt(input)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      }),
  };
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function standInPage(page: Page, app: StartedStandIn, calls: Calls): PageHost {
  return {
    name: 'electron-standin',
    readClipboard: app.readClipboard,
    writeClipboard: app.writeClipboard,
    // Pictures are the page's own doing, on Chromium's clipboard; the app lets nobody read it, the test does for a moment.
    async clipboardTypes() {
      const { origin } = new URL(page.url());
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      return await page.evaluate(async () =>
        (await navigator.clipboard.read()).flatMap(({ types }) => types),
      );
    },
    async savedFile(from, act) {
      const [download] = await Promise.all([from.waitForEvent('download'), act()]);
      const name = download.suggestedFilename();
      return (await isSaved(download))
        ? { name, file: await download.path(), isSaved: true }
        : { name, file: '', isSaved: false };
    },
    allowNotifications: async () => {},
    onOperation: async (pattern, onCall) => calls.on(pattern, onCall),
    offOperation: async (pattern) => calls.off(pattern),
    answered: calls.answered,
  };
}
