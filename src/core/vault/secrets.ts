import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { VaultFault } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';
import { createMemoryVault } from './memory.ts';
import { createChanges } from './secretChanges.ts';
import { type Held, type SecretsDeps, accountOf, createLook } from './secretLook.ts';

/** What a request travels with. */
export type SigningSecrets = {
  readonly signing: string;
  /** By the header's name in lower case. One that is missing is not in here. */
  readonly headers: ReadonlyMap<string, string>;
};

export type Secrets = {
  readonly storeName: (profile: Profile) => Promise<string>;
  /** What a request needs, at the profile's present address. null: the signing secret is missing for this address. */
  readonly read: (profile: Profile) => Promise<Result<SigningSecrets | null, VaultFault>>;
  /** One per slot that the profile's provider format needs. */
  readonly states: (profile: Profile) => Promise<Result<readonly SecretState[], VaultFault>>;
  /** The one it replaces is kept beside it until the new one is proven. `run`: in memory, until the desk closes. */
  readonly write: (
    profile: Profile,
    slot: SecretSlot,
    secret: string,
    keep: 'stored' | 'run',
  ) => Promise<Result<SecretState, VaultFault>>;
  readonly takeBack: (
    profile: Profile,
    slot: SecretSlot,
  ) => Promise<Result<SecretState, VaultFault | 'none_kept'>>;
  readonly delete: (profile: Profile, slot: SecretSlot) => Promise<Result<SecretState, VaultFault>>;
  /** Whatever was ever stored for the profile. */
  readonly deleteAll: (profile: Profile) => Promise<Result<void, VaultFault>>;
  /**
   * The provider accepted what was signed with `used`: the older secrets beside those are dropped. Says which, because one may
   * have been replaced while the request was under way.
   */
  readonly proven: (profile: Profile, used: SigningSecrets) => Promise<void>;
};

export function createSecrets(deps: SecretsDeps): Secrets {
  const memory = createMemoryVault();
  const look = createLook(deps, memory);
  const changes = createChanges(deps, memory, look);
  /** Accounts that are known to keep an older secret: others are not worth asking a keychain for. */
  const unproven = new Set<string>();

  async function held(profile: Profile, slot: SecretSlot): Promise<Result<Held, VaultFault>> {
    const found = await look(profile, slot);
    const account = accountOf(profile, slot);
    if (found.ok && found.value.item?.older) unproven.add(account);
    else if (found.ok) unproven.delete(account);
    return found;
  }
  async function stateOf(
    profile: Profile,
    slot: SecretSlot,
  ): Promise<Result<SecretState, VaultFault>> {
    const found = await held(profile, slot);
    return found.ok ? ok(toState(slot, found.value)) : found;
  }

  const inOrder = createOrder();
  const changed =
    <A extends readonly unknown[], E>(
      change: (profile: Profile, slot: SecretSlot, ...more: A) => Promise<Result<void, E>>,
    ) =>
    (
      profile: Profile,
      slot: SecretSlot,
      ...more: A
    ): Promise<Result<SecretState, E | VaultFault>> =>
      inOrder(async () => {
        const done = await change(profile, slot, ...more);
        return done.ok ? stateOf(profile, slot) : done;
      });

  return {
    storeName: (profile) =>
      profile.id === SANDBOX_PROFILE_ID ? memory.name() : deps.keychains[deps.library()].name(),
    async read(profile) {
      const headers = new Map<string, string>();
      let signing: string | null = null;
      for (const slot of slotsOf(profile.dialect)) {
        const found = await held(profile, slot);
        if (!found.ok) return found;
        const { state, item } = found.value;
        if (state === 'store_changed') return err('store_changed');
        if (state !== 'stored' || item === null) continue;
        if (slot.kind === 'signing') signing = item.secret;
        else headers.set(slot.name.toLowerCase(), item.secret);
      }
      return ok(signing === null ? null : { signing, headers });
    },
    async states(profile) {
      const states: SecretState[] = [];
      for (const slot of slotsOf(profile.dialect)) {
        const state = await stateOf(profile, slot);
        if (!state.ok) return state;
        states.push(state.value);
      }
      return ok(states);
    },
    write: changed(changes.write),
    takeBack: changed(changes.takeBack),
    delete: changed((profile, slot) => changes.delete(accountOf(profile, slot))),
    deleteAll: (profile) => inOrder(() => changes.deleteAll(profile)),
    async proven(profile, used) {
      const { places } = deps;
      const slots = slotsOf(profile.dialect).filter((slot) => {
        const account = accountOf(profile, slot);
        return unproven.has(account) || (places.find(account)?.formerly ?? null) !== null;
      });
      if (slots.length === 0) return;
      await inOrder(async () => {
        for (const slot of slots) {
          await changes.proven(profile, slot, usedIn(slot, used));
          await held(profile, slot);
        }
      });
    },
  };
}

/** The slots that a provider format needs. */
function slotsOf({ companionHeaders }: Dialect): readonly SecretSlot[] {
  const headers = companionHeaders.filter(({ kind }) => kind === 'secret');
  return [{ kind: 'signing' }, ...headers.map(({ name }) => ({ kind: 'header' as const, name }))];
}

function usedIn(slot: SecretSlot, used: SigningSecrets): string | null {
  return slot.kind === 'signing'
    ? used.signing
    : (used.headers.get(slot.name.toLowerCase()) ?? null);
}

function toState(slot: SecretSlot, { vault, state, item }: Held): SecretState {
  const replacedAt = state === 'stored' ? (item?.older?.replacedAt ?? null) : null;
  return { slot, state, store: vault.store, replacedAt };
}

/** Changes of secrets one after another: each reads what it replaces. */
function createOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
