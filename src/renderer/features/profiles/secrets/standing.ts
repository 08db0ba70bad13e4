import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Failure } from '#shared/domain/failure.ts';
import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';

import { isFixed, useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { callWithSecond } from '../../../client/secondPerson.ts';
import type { Say } from '../../../i18n/i18n.ts';
import { useSecrets } from '../queries.ts';
import { worstOf } from './slots.ts';

/** Where a secret is stored, or why it must be entered. */
export function stateText(
  profile: Pick<Profile, 'id'>,
  { state, store }: Pick<SecretState, 'state' | 'store'>,
  storeName: string,
  say: Say,
): string {
  if (state !== 'stored') return say(`secret.state.${state}`);
  if (isFixed(profile)) return say('secret.state.own');
  return store === 'memory' ? say('secret.state.run') : say('secret.state.stored', { storeName });
}

type SecretStanding = Pick<ReturnType<typeof useSecrets>, 'isPending' | 'error' | 'refetch'> & {
  readonly worst: SecretState | null;
  readonly storeName: string;
  /** A secret has to be entered before the first request can be issued. */
  readonly needed: boolean;
};

export function useSecretStanding(profile: Profile): SecretStanding {
  const { data, isPending, error, refetch } = useSecrets(profile.id);
  const worst = data === undefined ? null : worstOf(data.secrets);
  const needed = worst !== null && worst.state !== 'stored';
  return { isPending, error, refetch, worst, storeName: data?.storeName ?? '', needed };
}

type Keep = 'stored' | 'run';

export type StoreSecret = {
  readonly pending: Keep | null;
  readonly failure: Failure | null;
  readonly stored: SecretState | null;
  readonly store: (secret: string, keep: Keep, onStored: () => void) => void;
  readonly forget: () => void;
};

/** Straight to the desk, past React Query: its cache would hold what was typed for as long as the screen is open. */
export function useStoreSecret(profile: Profile, slot: SecretSlot): StoreSecret {
  const client = useClient();
  const cache = useQueryClient();
  const [pending, setPending] = useState<Keep | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [stored, setStored] = useState<SecretState | null>(null);
  const forget = (): void => {
    setFailure(null);
    setStored(null);
  };
  const store = async (secret: string, keep: Keep, onStored: () => void): Promise<void> => {
    forget();
    setPending(keep);
    const reply = await callWithSecond(client, 'profile.setSecret', {
      profileId: profile.id,
      slot,
      secret,
      keep,
    });
    setPending(null);
    if (!reply.ok) {
      setFailure(reply.error);
      return;
    }
    setStored(reply.value);
    onStored();
    await cache.invalidateQueries({ queryKey: KEYS.secret(profile.id) });
  };
  return {
    pending,
    failure,
    stored,
    store: (secret, keep, onStored) => void store(secret, keep, onStored),
    forget,
  };
}
