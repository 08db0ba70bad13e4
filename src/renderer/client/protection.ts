import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

import type { Protection, ProtectionProgress } from '#shared/domain/protection.ts';

import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { type Answer, type Mutation, callOrThrow, useOperation } from './operation.ts';
import { keepTypedBy } from './typedStorage.ts';

/** Every answer comes through here: what is typed leaves the tab's storage before anything else is drawn. */
function keepProtection(cache: QueryClient, protection: Protection): void {
  keepTypedBy(protection);
  cache.setQueryData(KEYS.protection, protection);
}

/** Events keep it true. */
export function useProtection(): Answer<'protection.state'> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.protection,
    async queryFn() {
      const protection = await callOrThrow(client, 'protection.state', {});
      keepTypedBy(protection);
      return protection;
    },
    staleTime: Infinity,
  });
}

/** How far a switch is; null: none is under way, or it has not begun to write. */
export function useProtecting(): ProtectionProgress | null {
  const told = useQuery<ProtectionProgress | null>({
    queryKey: KEYS.protecting,
    queryFn: skipToken,
  });
  return told.data ?? null;
}

export const useNewLogCode = (): Mutation<'protection.newCode'> =>
  useOperation('protection.newCode');
export const useProtect = (): Mutation<'protection.apply'> =>
  useOperation('protection.apply', keepProtection);
export const useUnprotect = (): Mutation<'protection.turnOff'> =>
  useOperation('protection.turnOff', keepProtection);
export const useUnlockLog = (): Mutation<'protection.unlock'> => useOperation('protection.unlock');
export const useResumeSwitch = (): Mutation<'protection.resume'> =>
  useOperation('protection.resume', keepProtection);
