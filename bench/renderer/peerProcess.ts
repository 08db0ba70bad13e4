import { loadAppPage } from '#core/desk/page/appPage.ts';
import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import { startHttpHost } from '../../src/loopback/httpHost.ts';

/** The browser host's own server, with another page and no desk behind it. Says its address and runs until it is ended. */
const [dir = ''] = process.argv.slice(2);
const host = await startHttpHost({
  port: 0,
  wantsFreshName: false,
  page: await loadAppPage(dir),
  services: {
    dispatch: async () => err(failure('unknown_operation')),
    onEvent: () => () => {},
    mayHear: () => true,
  },
  nowMs: Date.now,
});
process.stdout.write(`${host.origin}\n`);
