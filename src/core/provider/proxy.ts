import net from 'node:net';

import type { ProxySetting } from '#shared/domain/profile.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';

import type { ResolveProxy } from '../ports.ts';
import { within } from '../within.ts';

/** One way to the provider. */
export type Route =
  | { readonly via: 'direct' }
  | {
      readonly via: 'proxy';
      readonly host: string;
      readonly port: number;
      /** TLS to the proxy itself, around the tunnel. */
      readonly secure: boolean;
      /** The value of Proxy-Authorization. Never recorded anywhere. */
      readonly authorization: string | null;
    };

type Environment = Readonly<Record<string, string | undefined>>;

export type ProxySources = {
  readonly environment: Environment;
  /** Called with an origin: the proxy setting must not see the path. */
  readonly resolveProxy: ResolveProxy;
};

const DIRECT: Route = { via: 'direct' };
/** A proxy script of the system's may hang, and Electron then answers no later question either. */
const RESOLVE_DEADLINE_MS = 5000;
const MAX_PORT = 65_535;

/** The ways to try, in order. Fails rather than going around a proxy that it cannot speak to. */
export async function routesTo(
  url: URL,
  setting: ProxySetting,
  sources: ProxySources,
): Promise<Result<readonly Route[], string>> {
  // A desk talks to its own machine (the sandbox) whatever the office's proxy thinks of that.
  if (isThisMachine(url.hostname)) return ok([DIRECT]);
  switch (setting.mode) {
    case 'none':
      return ok([DIRECT]);
    case 'manual':
      return routeOf(setting.url);
    case 'system': {
      const given = fromEnvironment(url, sources.environment);
      if (given !== null) return given === 'direct' ? ok([DIRECT]) : routeOf(given);
      try {
        const answer = await within(
          sources.resolveProxy(url.origin),
          { ms: RESOLVE_DEADLINE_MS },
          () => null,
        );
        return answer === null ? err(NOT_RESOLVED) : readPac(answer);
      } catch (error) {
        return err(`the system's proxy settings could not be read: ${String(error)}`);
      }
    }
    default:
      return assertNever(setting);
  }
}

const NOT_RESOLVED = `the system did not say within ${RESOLVE_DEADLINE_MS / 1000} s which proxy to use`;

/** Who decides about the proxy for this address. */
export function proxyDecidedBy(
  url: URL,
  setting: ProxySetting,
  { environment }: Pick<ProxySources, 'environment'>,
): 'this_machine' | 'profile' | 'environment' | 'system' {
  if (isThisMachine(url.hostname)) return 'this_machine';
  if (setting.mode !== 'system') return 'profile';
  return fromEnvironment(url, environment) === null ? 'system' : 'environment';
}

export function isThisMachine(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/gu, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  // The URL parser has already written every spelling of an IPv4 address as four numbers.
  return net.isIPv4(host) && host.startsWith('127.');
}

/** null: the environment says nothing about this address. Small letters win, as in curl. */
function fromEnvironment(url: URL, environment: Environment): string | null {
  const read = (name: string): string =>
    (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
  const proxy = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (proxy === '') return null;
  return isExcepted(url, read('NO_PROXY')) ? 'direct' : proxy;
}

function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replaceAll(/[[\]]/gu, '').toLowerCase();
  const port = portOf(url);
  return list
    .toLowerCase()
    .split(/[\s,]+/u)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^(.*?)(?::([0-9]+))?$/u.exec(entry) ?? [];
      const whole = net.isIPv6(entry.replaceAll(/[[\]]/gu, '')) ? entry : name;
      const bare = whole.replaceAll(/[[\]]/gu, '').replace(/^\*?\./u, '');
      if (bare === '') return false;
      if (whole === name && onlyPort !== undefined && Number(onlyPort) !== port) return false;
      return host === bare || (net.isIP(host) === 0 && host.endsWith(`.${bare}`));
    });
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** `http://user:password@host:port`, as the environment and the settings spell it. A bare host:port means http. */
function routeOf(address: string): Result<readonly Route[], string> {
  const text = /^[a-z][\w+.-]*:\/\//iu.test(address) ? address : `http://${address}`;
  if (!URL.canParse(text)) return err('the proxy setting is not an address');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err(`a ${url.protocol.replace(':', '')} proxy cannot be used, only http and https ones`);
  }
  const named = `${decoded(url.username)}:${decoded(url.password)}`;
  return ok([
    {
      via: 'proxy',
      host: url.hostname.replaceAll(/[[\]]/gu, ''),
      port: portOf(url),
      secure: url.protocol === 'https:',
      authorization:
        url.username === '' && url.password === ''
          ? null
          : `Basic ${Buffer.from(named, 'utf8').toString('base64')}`,
    },
  ]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const PAC_ENTRY =
  /^(?<kind>PROXY|HTTP|HTTPS)\s+(?<host>\[[^\]]+\]|[^\s:]+)(?::(?<port>[0-9]+))?$/iu;

/** Entries that cannot be used (SOCKS, QUIC) are passed over; if no other is left, that is a failure and not a way around. */
function readPac(answer: string): Result<readonly Route[], string> {
  const entries = answer.split(';').map((entry) => entry.trim());
  const routes = entries.flatMap((entry): readonly Route[] => {
    if (/^DIRECT$/iu.test(entry)) return [DIRECT];
    const { kind, host, port: named } = PAC_ENTRY.exec(entry)?.groups ?? {};
    if (kind === undefined || host === undefined) return [];
    const secure = kind.toUpperCase() === 'HTTPS';
    const bare = host.replaceAll(/[[\]]/gu, '');
    const usual = secure ? 443 : 80;
    const port = named === undefined ? usual : Number(named);
    if (port < 1 || port > MAX_PORT) return [];
    return [{ via: 'proxy', host: bare, port, secure, authorization: null }];
  });
  if (routes.length > 0) return ok(routes);
  // Electron's answer where the proxy script failed and must not be gone around.
  if (answer.trim() === '') return err("the system's proxy settings gave no answer");
  return err(`the system names no proxy that can be used: ${JSON.stringify(answer)}`);
}
