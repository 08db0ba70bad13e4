import { createHash } from 'node:crypto';

import type { ListenerSettings, ListenerState } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Result } from '#shared/domain/result.ts';

import type { Chance } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type ListenerOptions, type RunningListener, openListener } from './listener.ts';
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
  /** Takes nobody in any more, and waits for what is being written. */
  readonly close: () => Promise<void>;
};

export type ListenersDeps = {
  readonly store: ListenerStore;
  readonly profiles: Pick<Profiles, 'find'>;
  readonly receive: ReceiveCallback;
  readonly chance: Chance;
  readonly onBug: (error: unknown) => void;
};

type Opened = Result<RunningListener, NonNullable<ListenerState['problem']>>;

/** Below what systems give to outgoing connections, so that it stays free. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const PORT_TRIES = 10;

/** One server for each address and port; profiles may share one, for each has a path of its own. */
export function createListeners(deps: ListenersDeps): Listeners {
  const { store, profiles, receive, chance, onBug } = deps;
  const servers = new Map<string, Opened>();
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  function doorOf(address: string): ListenerOptions['doorOf'] {
    return (token) => {
      const own = store.list().find((one) => isSameToken(one.token, token));
      if (own === undefined || !isOn(own) || addressOf(own.settings) !== address) return null;
      return (raw) => receive(own.profileId, raw);
    };
  }
  const isOn = ({ settings, profileId }: StoredListener): boolean =>
    settings.enabled && profiles.find(profileId).ok;

  async function open(host: string, port: number): Promise<Opened> {
    const address = addressOf({ host, port });
    const opened = await openListener({ host, port, doorOf: doorOf(address), onBug });
    servers.set(address, opened);
    return opened;
  }

  /** Servers that are wanted and not there are opened, and those that nobody wants any more are closed. */
  async function align(): Promise<void> {
    const wanted = new Map(
      isClosed
        ? []
        : store
            .list()
            .filter(isOn)
            .map(({ settings }) => [addressOf(settings), settings] as const),
    );
    for (const [address, server] of servers) {
      if (wanted.has(address) && server.ok) continue;
      servers.delete(address);
      if (server.ok) await server.value.close();
    }
    for (const [address, { host, port }] of wanted) {
      if (port !== null && !servers.has(address)) await open(host, port);
    }
  }
  /** One after the other: two at once would both open the same port. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  async function freePort(host: string): Promise<number> {
    for (let tries = 0; tries < PORT_TRIES; tries += 1) {
      const [high = 0, low = 0] = chance.bytes(2);
      const port = FIRST_PORT + ((high * 256 + low) % PORTS);
      const opened = await open(host, port);
      if (opened.ok || opened.error.code !== 'port_taken') return port;
      servers.delete(addressOf({ host, port }));
    }
    return FIRST_PORT;
  }

  function stateOf(profileId: ProfileId): ListenerState {
    const stored = store.find(profileId);
    const settings = settingsOf(stored);
    const server = settings.enabled ? servers.get(addressOf(settings)) : undefined;
    return {
      settings,
      state: server === undefined ? 'off' : server.ok ? 'listening' : 'failed',
      problem: server?.ok === false ? server.error : null,
      ...addressesOf(stored),
    };
  }

  return {
    start: () => inTurn(align),
    stateOf,
    set: (profileId, settings, isPathNew) =>
      inTurn(async () => {
        const { host } = settings;
        const port =
          settings.enabled && settings.port === null ? await freePort(host) : settings.port;
        store.save(profileId, { ...settings, port }, isPathNew);
        await align();
        return stateOf(profileId);
      }),
    close() {
      isClosed = true;
      return inTurn(align);
    },
  };
}

function addressOf({ host, port }: Pick<ListenerSettings, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port ?? 0}`;
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
