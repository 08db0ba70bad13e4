import { createHash } from 'node:crypto';

import {
  DEFAULT_LISTENER,
  type ListenerSettings,
  type ListenerState,
} from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import type { Chance } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ListenerOptions } from './listener.ts';
import { addressOf, createListenerServers } from './listenerServers.ts';
import { type ListenerStore, type StoredListener, settingsOf } from './listenerStore.ts';
import type { ReceiveCallback } from './receive.ts';

export type Listeners = {
  /** What is switched on listens from here on. One that cannot says why in its state; nothing else waits for it. */
  readonly start: () => Promise<void>;
  readonly stateOf: (profileId: ProfileId) => ListenerState;
  readonly set: (
    profileId: ProfileId,
    settings: ListenerSettings,
    isPathNew: boolean,
  ) => Promise<ListenerState>;
  /**
   * For the embedded sandbox, whose callbacks need no set-up: switches the profile's listener on where it was never set, and
   * takes another port where its own is taken, because only this machine knows the address. True when something changed.
   */
  readonly ensure: (profileId: ProfileId) => Promise<boolean>;
  /** Accepts no more callbacks, and waits for writes under way. */
  readonly close: () => Promise<void>;
};

export type ListenersDeps = {
  readonly store: ListenerStore;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly receive: ReceiveCallback;
  readonly chance: Chance;
  readonly onBug: (error: unknown) => void;
  /** Told at start and after each change what a profile's address is; null: nothing listens there. */
  readonly onAddress: (profileId: ProfileId, address: string | null) => void;
};

/** Profiles may share an address: each has a path of its own. */
export function createListeners(deps: ListenersDeps): Listeners {
  const { store, profiles, receive, onAddress } = deps;
  const isOn = ({ settings, profileId }: StoredListener): boolean =>
    settings.enabled && profiles.find(profileId).ok;
  const on = (): readonly StoredListener[] => store.list().filter(isOn);
  const servers = createListenerServers({ ...deps, doorOf: doorsOf(on, receive) });
  const align = (): Promise<void> =>
    servers.align(
      on().flatMap(({ settings: { host, port } }) => (port === null ? [] : [{ host, port }])),
    );
  const inTurn = createTurns();
  const movedFrom = new Map<ProfileId, number>();

  function stateOf(profileId: ProfileId): ListenerState {
    const stored = store.find(profileId);
    const settings = settingsOf(stored);
    const server = settings.enabled ? servers.at(addressOf(settings)) : undefined;
    return { ...standingOf(stored, server), movedFrom: movedFrom.get(profileId) ?? null };
  }

  async function save(
    profileId: ProfileId,
    settings: ListenerSettings,
    isPathNew: boolean,
  ): Promise<void> {
    const isChosen = settings.port !== null || !settings.enabled;
    const port = isChosen ? settings.port : await servers.openSomewhere(settings.host);
    store.save(profileId, { ...settings, port }, isPathNew);
    await align();
    tellAddress(profileId);
  }

  function tellAddress(profileId: ProfileId): void {
    const { state, address } = stateOf(profileId);
    onAddress(profileId, state === 'listening' ? address : null);
  }

  return {
    start: () =>
      inTurn(async () => {
        await align();
        for (const { profileId } of store.list()) tellAddress(profileId);
      }),
    stateOf,
    set: (profileId, settings, isPathNew) =>
      inTurn(async () => {
        movedFrom.delete(profileId);
        await save(profileId, settings, isPathNew);
        return stateOf(profileId);
      }),
    ensure: (profileId) =>
      inTurn(async () => {
        const before = store.find(profileId);
        const wanted = ensured(before, stateOf(profileId));
        if (wanted === null) return false;
        await save(profileId, wanted, false);
        const port = before?.settings.port ?? null;
        if (port !== null) movedFrom.set(profileId, port);
        return true;
      }),
    close: () => inTurn(() => servers.align([])),
  };
}

function doorsOf(
  on: () => readonly StoredListener[],
  receive: ReceiveCallback,
): (address: string) => ListenerOptions['doorOf'] {
  return (address) => (token) => {
    const own = on().find((one) => isSameToken(one.token, token));
    if (own === undefined || addressOf(own.settings) !== address) return null;
    return (raw) => receive(own.profileId, raw);
  };
}

/** The settings of a listener that is to be on: as they were, at another port when theirs is taken. Null: nothing is to be done. */
function ensured(
  stored: StoredListener | null,
  { problem }: ListenerState,
): ListenerSettings | null {
  if (stored === null) return { ...DEFAULT_LISTENER, enabled: true };
  return problem?.code === 'port_taken' ? { ...stored.settings, port: null } : null;
}

type Server = ReturnType<ReturnType<typeof createListenerServers>['at']>;

function standingOf(
  stored: StoredListener | null,
  server: Server,
): Omit<ListenerState, 'movedFrom'> {
  const running = server?.ok === true ? 'listening' : 'failed';
  return {
    settings: settingsOf(stored),
    state: server === undefined ? 'off' : running,
    problem: server?.ok === false ? server.error : null,
    ...addressesOf(stored),
  };
}

/** One after the other: two at once would both open the same port. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

function addressesOf(
  stored: StoredListener | null,
): Pick<ListenerState, 'address' | 'publicAddress'> {
  if (stored === null || stored.settings.port === null) {
    return { address: null, publicAddress: null };
  }
  const { token, settings } = stored;
  const path = `/callbacks/${token}`;
  const { publicUrl } = settings;
  return {
    address: `${addressOf(settings)}${path}`,
    publicAddress: publicUrl === null ? null : `${publicUrl.replace(/\/+$/u, '')}${path}`,
  };
}

/** By digest, so that the time it takes tells nothing about how much of a guess was right. */
function isSameToken(own: string, given: string): boolean {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  return digest(own) === digest(given);
}
