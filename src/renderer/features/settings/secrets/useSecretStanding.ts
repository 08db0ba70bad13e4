import type { Profile, SecretState } from '#shared/domain/profile.ts';

import { useSecrets } from '../queries.ts';
import { worstOf } from './slots.ts';

export type SecretStanding = {
  readonly pending: boolean;
  readonly error: Error | null;
  readonly worst: SecretState | null;
  readonly storeName: string;
  /** Something has to be entered before anything can be issued. */
  readonly needed: boolean;
  readonly retry: () => void;
};

export function useSecretStanding(profile: Profile): SecretStanding {
  const secrets = useSecrets(profile.id);
  const worst = secrets.data === undefined ? null : worstOf(secrets.data.secrets);
  return {
    pending: secrets.isPending,
    error: secrets.error,
    worst,
    storeName: secrets.data?.storeName ?? '',
    needed: worst !== null && worst.state !== 'stored',
    retry: () => void secrets.refetch(),
  };
}
