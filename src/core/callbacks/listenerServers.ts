import type { ListenerSettings, ListenerState } from '#shared/domain/callback.ts';
import type { Result } from '#shared/domain/result.ts';

import type { Chance } from '../ports.ts';
import { type ListenerOptions, type RunningListener, openListener } from './listener.ts';

type Opened = Result<RunningListener, NonNullable<ListenerState['problem']>>;
type Place = { readonly host: string; readonly port: number };

export type ListenerServers = {
  /** Undefined when no listener is configured for that address. */
  readonly at: (address: string) => Opened | undefined;
  /** Opens the configured servers that are missing; closes those that are no longer configured or have failed. */
  readonly align: (wanted: readonly Place[]) => Promise<void>;
  /** On a port that is free, which it gives. */
  readonly openSomewhere: (host: string) => Promise<number>;
};

export type ListenerServersDeps = {
  readonly doorOf: (address: string) => ListenerOptions['doorOf'];
  readonly chance: Chance;
  readonly onBug: (error: unknown) => void;
};

/** Below what systems give to outgoing connections, so that it stays free. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const PORT_TRIES = 10;

/** One for each address and port. */
export function createListenerServers({
  doorOf,
  chance,
  onBug,
}: ListenerServersDeps): ListenerServers {
  const servers = new Map<string, Opened>();

  async function open({ host, port }: Place): Promise<Opened> {
    const address = addressOf({ host, port });
    const opened = await openListener({ host, port, doorOf: doorOf(address), onBug });
    servers.set(address, opened);
    return opened;
  }
  async function letGo([address, server]: readonly [string, Opened]): Promise<void> {
    servers.delete(address);
    if (server.ok) await server.value.close();
  }
  async function openSomewhere(host: string, tries = PORT_TRIES): Promise<number> {
    const [high = 0, low = 0] = chance.bytes(2);
    const port = FIRST_PORT + ((high * 256 + low) % PORTS);
    const opened = await open({ host, port });
    if (opened.ok || opened.error.code !== 'port_taken' || tries === 0) return port;
    servers.delete(addressOf({ host, port }));
    return openSomewhere(host, tries - 1);
  }

  return {
    at: (address) => servers.get(address),
    async align(wanted) {
      const places = new Map(wanted.map((place) => [addressOf(place), place]));
      const old = [...servers].filter(([address, server]) => !places.has(address) || !server.ok);
      await Promise.all(old.map(letGo));
      const missing = [...places].filter(([address]) => !servers.has(address));
      await Promise.all(missing.map(([, place]) => open(place)));
    },
    openSomewhere: (host) => openSomewhere(host),
  };
}

export function addressOf({ host, port }: Pick<ListenerSettings, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port ?? 0}`;
}
