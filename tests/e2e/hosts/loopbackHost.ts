import { startLoopbackProcess } from '../../contract/support/launchLoopback.ts';
import { endProcess } from '../../support/endProcess.ts';
import type { StartHost } from './host.ts';

/** A browser host and a tab. */
export const startLoopback: StartHost = async ({ dataDir, flags = ['--live'], env = {} }) => {
  const host = await startLoopbackProcess({ dataDir, env, flags: [...flags, '--port', '0'] });
  return {
    async open(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(host.oneTimeUrl);
      return page;
    },
    output: host.output,
    kill: () => endProcess(host.child, 'SIGKILL'),
    async stop() {
      await host.stop();
    },
  };
};
