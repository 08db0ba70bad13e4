import { createContext, useContext } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Settings } from '#shared/domain/settings.ts';

/** What every screen needs and no screen has to wait for: it is loaded before the first one is drawn. */
export type Desk = {
  readonly info: OperationOutput<'app.info'>;
  readonly settings: Settings;
  readonly profiles: readonly Profile[];
  readonly profile: Profile;
  /** The operator's session is: nothing is to be seen. */
  readonly locked: boolean;
};

export const ClientContext = createContext<Client | null>(null);
export const DeskContext = createContext<Desk | null>(null);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('No client around this component');
  return client;
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('No desk around this component');
  return desk;
}

/** The profile that issued a request, which need not be the one in use. Null when it was deleted since. */
export function useProfileOf({ profileId }: { readonly profileId: ProfileId }): Profile | null {
  return useDesk().profiles.find(({ id }) => id === profileId) ?? null;
}
