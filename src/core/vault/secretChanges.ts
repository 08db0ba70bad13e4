import type { Profile, SecretSlot } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Vault, VaultFault } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';
import { readItem, replaced, takenBack, writeItem } from './secretItem.ts';
import { type Look, type SecretsDeps, accountOf, otherAccountsOf, originOf } from './secretLook.ts';

type Changed<E = VaultFault> = Promise<Result<void, E>>;

export type SecretChanges = {
  readonly write: (
    profile: Profile,
    slot: SecretSlot,
    secret: string,
    keep: 'stored' | 'run',
  ) => Changed;
  readonly takeBack: (profile: Profile, slot: SecretSlot) => Changed<VaultFault | 'none_kept'>;
  readonly delete: (account: string) => Changed;
  readonly deleteAll: (profile: Profile) => Changed;
  readonly proven: (profile: Profile, slot: SecretSlot, used: string | null) => Promise<void>;
};

export function createChanges(deps: SecretsDeps, memory: Vault, look: Look): SecretChanges {
  const { places, redactor } = deps;
  const remove = createRemove(deps, memory);
  const store = createStore(deps, memory);
  return {
    write(profile, slot, secret, keep) {
      redactor.pass(secret);
      const isRun = keep === 'run' || profile.id === SANDBOX_PROFILE_ID;
      return isRun ? put(memory, profile, slot, secret, deps) : store(profile, slot, secret);
    },
    async takeBack(profile, slot) {
      const held = await look(profile, slot);
      if (!held.ok) return held;
      const { vault, item } = held.value;
      const back = item === null ? null : takenBack(item);
      return back === null
        ? err('none_kept')
        : vault.write(accountOf(profile, slot), writeItem(back));
    },
    delete: remove,
    async deleteAll(profile) {
      const others = otherAccountsOf(profile.id);
      const all = places.list().map(({ account }) => account);
      const own = all.filter((account) => account.startsWith(others));
      const deleted = await Promise.all([profile.id, ...own].map(remove));
      return deleted.find(({ ok: isGone }) => !isGone) ?? ok(undefined);
    },
    async proven(profile, slot, used) {
      const account = accountOf(profile, slot);
      const held = await look(profile, slot);
      // A keychain that fails now keeps the older one; the next accepted request asks again.
      if (!held.ok || held.value.item === null || held.value.item.secret !== used) return;
      const { vault, item } = held.value;
      if (item.older !== null) {
        const written = await vault.write(account, writeItem({ ...item, older: null }));
        if (written.ok) await look(profile, slot);
      }
      const place = places.find(account);
      if (vault === memory || place === null || place.formerly === null) return;
      const deleted = await deps.keychains[place.formerly].delete(account);
      if (deleted.ok) places.set({ ...place, formerly: null });
    },
  };
}

async function put(
  vault: Vault,
  profile: Profile,
  slot: SecretSlot,
  secret: string,
  { clock }: SecretsDeps,
): Changed {
  const account = accountOf(profile, slot);
  const before = await vault.read(account);
  if (!before.ok) return before;
  const item = before.value === null ? null : readItem(before.value);
  const next = replaced(item, originOf(profile), secret, clock.now().toISOString());
  const written = await vault.write(account, writeItem(next));
  if (!written.ok && written.error === 'wrong_read_back') {
    // The keychain holds something else now: back to what it held, as far as it can be trusted with that.
    if (before.value === null) await vault.delete(account);
    else await vault.write(account, before.value);
  }
  return written;
}

function createStore(deps: SecretsDeps, memory: Vault) {
  const { keychains, places } = deps;
  return async (profile: Profile, slot: SecretSlot, secret: string): Changed => {
    const account = accountOf(profile, slot);
    const library = deps.library();
    const place = places.find(account);
    const left = place === null || place.library === library ? null : place.library;
    const stored = await put(keychains[library], profile, slot, secret, deps);
    if (!stored.ok) return stored;
    const formerly = left ?? place?.formerly ?? null;
    places.set({ account, library, formerly });
    return memory.delete(account);
  };
}

function createRemove({ keychains, places, redactor }: SecretsDeps, memory: Vault) {
  return async (account: string): Changed => {
    await memory.delete(account);
    const place = places.find(account);
    if (place === null) {
      // Perhaps the desk was killed between keeping it and noting its place; a keychain that is not there has nothing to delete.
      await keychains.keyring.delete(account);
      redactor.learn(account, []);
      return ok(undefined);
    }
    if (place.formerly !== null) await keychains[place.formerly].delete(account);
    const deleted = await keychains[place.library].delete(account);
    if (deleted.ok) {
      places.forget(account);
      redactor.learn(account, []);
    }
    return deleted;
  };
}
