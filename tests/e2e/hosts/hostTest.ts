import { test as base } from '@playwright/test';

import type { HostName, HostOptions, RunningHost, StartHost } from './host.ts';
import { electronBinary, startElectron } from './electronHost.ts';
import { startLoopback } from './loopbackHost.ts';
import { startOnStandIn } from './standInHost.ts';

const NO_BINARY = "Electron's binary is not downloaded on this machine";

type Options = { readonly host: HostName };
type Fixtures = {
  /** Stands aside, with the reason, where the host cannot run. */
  readonly hostIsThere: null;
  /** A process of the desk on the project's host; whatever a test leaves running ends with it. */
  readonly startHost: StartHost;
};

const STARTERS: Readonly<Record<HostName, StartHost>> = {
  loopback: startLoopback,
  'electron-standin': startOnStandIn,
  electron: startElectron,
};

export const test = base.extend<Options & Fixtures>({
  host: ['loopback', { option: true }],
  hostIsThere: [
    async ({ host }, use) => {
      base.skip(host === 'electron' && electronBinary() === null, NO_BINARY);
      await use(null);
    },
    { auto: true },
  ],
  startHost: async ({ host }, use) => {
    const started: RunningHost[] = [];
    await use(async (options: HostOptions) => {
      const running = await STARTERS[host](options);
      started.push(running);
      return running;
    });
    for (const running of started) await running.stop();
  },
});
