import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type { KeychainLibrary } from '#shared/domain/settings.ts';

import type { Clock, Keychains, Vault, VaultFault } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';
import type { Redactor } from '../journal/redact.ts';
import { type SecretItem, readItem } from './secretItem.ts';
import type { SecretPlaces } from './secretPlaces.ts';

export type SecretsDeps = {
  readonly keychains: Keychains;
  readonly library: () => KeychainLibrary;
  readonly places: SecretPlaces;
  readonly redactor: Redactor;
  readonly clock: Clock;
};

export type Held = {
  readonly vault: Vault;
  readonly state: SecretState['state'];
  /** Whatever its address; null: nothing that could be read. */
  readonly item: SecretItem | null;
};

export type Look = (profile: Profile, slot: SecretSlot) => Promise<Result<Held, VaultFault>>;

/** Finds a secret where it must be: entered for this run, or in the keychain that it was stored in. */
export function createLook(deps: SecretsDeps, memory: Vault): Look {
  const { keychains, places, redactor } = deps;

  /** What is held from now on: whatever else was known of the account is dropped. */
  function held(account: string, vault: Vault, text: string | null, profile: Profile): Held {
    const item = text === null ? null : readItem(text);
    redactor.learn(
      account,
      item === null ? [] : [item.secret, ...(item.older === null ? [] : [item.older.secret])],
    );
    if (item === null) return { vault, state: 'missing', item };
    return { vault, state: item.origin === originOf(profile) ? 'stored' : 'other_host', item };
  }

  return async (profile, slot) => {
    const account = accountOf(profile, slot);
    const run = await memory.read(account);
    if (!run.ok) return run;
    if (run.value !== null || profile.id === SANDBOX_PROFILE_ID) {
      return ok(held(account, memory, run.value, profile));
    }
    const library = deps.library();
    const vault = keychains[library];
    const place = places.find(account);
    if (place !== null && place.library !== library) {
      return ok({ vault, state: 'store_changed', item: null });
    }
    const stored = await vault.read(account);
    if (!stored.ok) return stored;
    // It was stored, and nothing is locked: this is another keychain, or the item was deleted by another program.
    if (stored.value === null && place !== null) {
      return ok({ vault, state: 'store_changed', item: null });
    }
    // The list of places was lost.
    if (stored.value !== null && place === null) places.set({ account, library, formerly: null });
    return ok(held(account, vault, stored.value, profile));
  };
}

/** The signing secret has the profile's own name, as it had when there was no other. No header's name has a colon. */
export function accountOf({ id }: Profile, slot: SecretSlot): string {
  if (slot.kind === 'signing') return id;
  return `${otherAccountsOf(id)}${slot.kind === 'callback' ? ':callback' : slot.name.toLowerCase()}`;
}

/** No profile's id has a slash. */
export function otherAccountsOf(profileId: string): string {
  return `${profileId}/`;
}

export function originOf(profile: Profile): string {
  return new URL(profile.baseUrl).origin;
}
