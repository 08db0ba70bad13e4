import { err } from '#shared/domain/result.ts';

import type { EmbeddedSandbox } from '../ports.ts';
import type { Connect } from '../provider/connect.ts';

type Starting = Pick<EmbeddedSandbox, 'baseUrl' | 'start'>;

/**
 * Connecting to the embedded sandbox starts it first. Where it cannot listen nothing is dialled: another program may have its port,
 * and would be sent the request.
 */
export function startingSandbox(connect: Connect, { baseUrl, start }: Starting): Connect {
  const { origin } = new URL(baseUrl);
  return async (url, options) => {
    if (url.origin !== origin) return connect(url, options);
    try {
      await start();
    } catch (error) {
      const detail = `the embedded sandbox does not start: ${String(error)}`;
      const cause = 'SANDBOX_NOT_STARTED';
      return err({ code: 'connection_failed', detail, cause, proxy: null, certificate: null });
    }
    return connect(url, options);
  };
}
