import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { LogHealth } from '#shared/domain/logHealth.ts';

import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

/** Events keep it true. */
export function useHealth(): UseQueryResult<LogHealth> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.health,
    queryFn: () => callOrThrow(client, 'log.health', {}),
  });
}

/** An empty answer means nothing while the log itself cannot be read. */
export function useIsLogReadable(): boolean {
  return useHealth().data?.state !== 'damaged';
}

/**
 * Why nothing can be issued now, as far as the log is concerned. Where only a write failed and no answer waits, issuing is
 * the very thing that finds out whether writing works again.
 */
export function stopsIssuing(
  health: LogHealth | undefined,
): 'damaged' | 'restored' | 'not_writing' | null {
  if (health === undefined || health.state === 'ok') return null;
  if (health.state === 'not_writing' && health.held === 0) return null;
  return health.state;
}
