import {
  type Profile,
  type SecretSlot,
  type SecretState,
  secretSlotsOf,
} from '#shared/domain/profile.ts';
import { type KnownFacts, knownValueOf } from '#shared/domain/notSecret.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Clock, Vault, VaultFault } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';
import { createMemoryVault } from './memory.ts';
import { createChanges } from './secretChanges.ts';
import { type Held, type Look, type SecretsDeps, accountOf, createLook } from './secretLook.ts';

/** What a request travels with. */
export type SigningSecrets = {
  readonly signing: string;
  /** By the header's name in lower case. One that is missing is not in here. */
  readonly headers: ReadonlyMap<string, string>;
};

/** What a callback's signature may be checked with. */
export type CallbackSecrets = {
  readonly secrets: readonly string[];
  /** One of them signs requests too, whatever the format says: the same secret can be entered twice. */
  readonly signRequests: boolean;
};

export type Secrets = {
  readonly storeName: (profile: Profile) => string;
  /** What a request needs, at the profile's present address. null: the signing secret is missing for this address. */
  readonly read: (profile: Profile) => Promise<Result<SigningSecrets | null, VaultFault>>;
  /**
   * What a callback's signature may be checked with, the newest first: of the callbacks' own secret or the signing one, and the
   * one before it while the new one is not proven, for a day at most. Empty: it is missing for this address.
   */
  readonly readForCallbacks: (profile: Profile) => Promise<Result<CallbackSecrets, VaultFault>>;
  /** The newest secret has verified a callback. It is proven where it signs callbacks alone. */
  readonly provenByCallback: (profile: Profile, used: string) => Promise<void>;
  /** One per slot that the profile's provider format needs. */
  readonly states: (profile: Profile) => Promise<Result<readonly SecretState[], VaultFault>>;
  /**
   * Which value that is no secret equals one that is held for the profile, older ones included; null: none. A keychain that does
   * not serve tells nothing: a profile can be set up without it.
   */
  readonly knownIn: (before: Profile, after: KnownFacts) => Promise<'merchant' | 'header' | null>;
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
  const { look, mayKeepOlder } = createTrackedLook(deps, memory);
  const changes = createChanges(deps, memory, look);
  const inOrder = createOrder();

  async function stateOf(
    profile: Profile,
    slot: SecretSlot,
  ): Promise<Result<SecretState, VaultFault>> {
    const found = await look(profile, slot);
    return found.ok ? ok(toState(slot, found.value)) : found;
  }
  function changed<A extends readonly unknown[], E>(
    change: (profile: Profile, slot: SecretSlot, ...more: A) => Promise<Result<void, E>>,
  ) {
    return (
      profile: Profile,
      slot: SecretSlot,
      ...more: A
    ): Promise<Result<SecretState, E | VaultFault>> =>
      inOrder(async () => {
        const done = await change(profile, slot, ...more);
        return done.ok ? stateOf(profile, slot) : done;
      });
  }

  return {
    storeName: (profile) =>
      profile.id === SANDBOX_PROFILE_ID ? memory.name : deps.keychains[deps.library()].name,
    read: (profile) => readAll(profile, look),
    readForCallbacks: (profile) => readForCallbacks(profile, look, deps.clock),
    async provenByCallback(profile, used) {
      const slot = callbackSlotOf(profile);
      if (slot.kind !== 'callback' || !mayKeepOlder(profile, slot)) return;
      await inOrder(() => changes.proven(profile, slot, used));
    },
    async states(profile) {
      const asked = secretSlotsOf(profile.dialect).map((slot) => stateOf(profile, slot));
      return allOf(await Promise.all(asked));
    },
    knownIn: (before, after) => knownIn(before, after, look),
    write: changed(changes.write),
    takeBack: changed(changes.takeBack),
    delete: changed((profile, slot) => changes.delete(accountOf(profile, slot))),
    deleteAll: (profile) => inOrder(() => changes.deleteAll(profile)),
    async proven(profile, used) {
      const slots = requestSlotsOf(profile).filter((slot) => mayKeepOlder(profile, slot));
      if (slots.length === 0) return;
      await inOrder(() =>
        Promise.all(slots.map((slot) => changes.proven(profile, slot, usedIn(slot, used)))),
      );
    },
  };
}

async function knownIn(
  before: Profile,
  after: KnownFacts,
  look: Look,
): Promise<'merchant' | 'header' | null> {
  const slots = secretSlotsOf(before.dialect);
  const looked = await Promise.all(slots.map((slot) => look(before, slot)));
  const known = looked
    .flatMap((found) => (found.ok && found.value.item !== null ? [found.value.item] : []))
    .flatMap(({ secret, older }) => (older === null ? [secret] : [secret, older.secret]))
    .map((secret) => knownValueOf(secret, after));
  return known.find((which) => which !== null) ?? null;
}

/** Remembers which secrets have an older one beside them: for the others no keychain need be asked after every request. */
function createTrackedLook(
  deps: SecretsDeps,
  memory: Vault,
): {
  readonly look: Look;
  readonly mayKeepOlder: (profile: Profile, slot: SecretSlot) => boolean;
} {
  const find = createLook(deps, memory);
  const unproven = new Set<string>();
  return {
    async look(profile, slot) {
      const found = await find(profile, slot);
      if (!found.ok) return found;
      const isKept = (found.value.item?.older ?? null) !== null;
      unproven[isKept ? 'add' : 'delete'](accountOf(profile, slot));
      return found;
    },
    mayKeepOlder(profile, slot) {
      const account = accountOf(profile, slot);
      return unproven.has(account) || (deps.places.find(account)?.formerly ?? null) !== null;
    },
  };
}

async function readAll(
  profile: Profile,
  look: Look,
): Promise<Result<SigningSecrets | null, VaultFault>> {
  const slots = requestSlotsOf(profile);
  const found = allOf(await Promise.all(slots.map((slot) => look(profile, slot))));
  if (!found.ok) return found;
  if (found.value.some(({ state }) => state === 'store_changed')) return err('store_changed');
  const headers = new Map<string, string>();
  let signing: string | null = null;
  for (const [at, { state, item }] of found.value.entries()) {
    const slot = slots[at];
    if (state !== 'stored' || item === null || slot === undefined) continue;
    if (slot.kind === 'signing') signing = item.secret;
    else headers.set(slot.name.toLowerCase(), item.secret);
  }
  return ok(signing === null ? null : { signing, headers });
}

/** A provider that was told of a new secret may sign with the old one for a while. */
const OLDER_VERIFIES_MS = 24 * 60 * 60 * 1000;

async function readForCallbacks(
  profile: Profile,
  look: Look,
  clock: Clock,
): Promise<Result<CallbackSecrets, VaultFault>> {
  const slot = callbackSlotOf(profile);
  const found = await look(profile, slot);
  if (!found.ok) return found;
  const { state, item } = found.value;
  if (state === 'store_changed') return err('store_changed');
  if (state !== 'stored' || item === null) return ok({ secrets: [], signRequests: false });
  const { secret, older } = item;
  const isRecent =
    older !== null && clock.now().getTime() - Date.parse(older.replacedAt) < OLDER_VERIFIES_MS;
  const secrets = isRecent ? [secret, older.secret] : [secret];
  if (slot.kind === 'signing') return ok({ secrets, signRequests: true });
  const signing = await look(profile, { kind: 'signing' });
  if (!signing.ok) return signing;
  const used = signing.value.item;
  const signs = (one: string): boolean => one === used?.secret || one === used?.older?.secret;
  return ok({ secrets, signRequests: secrets.some(signs) });
}

function callbackSlotOf({ dialect: { callback } }: Profile): SecretSlot {
  return { kind: callback.signature?.secret === 'own' ? 'callback' : 'signing' };
}

/** The first fault, or everything. */
function allOf<T>(results: readonly Result<T, VaultFault>[]): Result<readonly T[], VaultFault> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

type RequestSlot = Exclude<SecretSlot, { kind: 'callback' }>;

/** Without the callbacks' own secret: whether it can be read decides nothing about a request. */
function requestSlotsOf({ dialect }: Profile): readonly RequestSlot[] {
  return secretSlotsOf(dialect).filter((slot) => slot.kind !== 'callback');
}

function usedIn(slot: RequestSlot, used: SigningSecrets): string | null {
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
