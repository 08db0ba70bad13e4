import type { Shell } from 'electron';

import type { Services } from '#core/ports.ts';
import { CONTRACT } from '#shared/contract/operations.ts';
import { safeLink, webOriginOf } from '#shared/domain/link.ts';

/**
 * The one way out of the app: https without credentials, re-serialised; plain http only for the exact origin of a
 * sandbox-mode profile. Everything else is dropped.
 */
export function createOpenExternal(
  shell: Pick<Shell, 'openExternal'>,
  dispatch: Services['dispatch'],
): (address: string) => Promise<void> {
  return async (address) => {
    const origins = [null, ...(await sandboxOrigins(dispatch))];
    const links = origins.map((origin) => safeLink(address, origin));
    const link = links.find((candidate) => candidate !== null);
    if (typeof link === 'string') await shell.openExternal(link);
  };
}

async function sandboxOrigins(dispatch: Services['dispatch']): Promise<readonly string[]> {
  const reply = await dispatch('profile.list', {});
  if (!reply.ok) return [];
  const profiles = CONTRACT['profile.list'].output.parse(reply.value);
  return profiles.flatMap(({ mode, baseUrl }) =>
    mode === 'sandbox' ? (webOriginOf(baseUrl) ?? []) : [],
  );
}
