import net from 'node:net';
import tls from 'node:tls';

import type { ProxySetting } from '#shared/domain/profile.ts';
import type { NOT_SENT_REASONS } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { within } from '../within.ts';
import { type MayReach, guardedLookup, refusedAddress } from './guardedLookup.ts';
import { SocketFault, type Stage, openSocket } from './openSocket.ts';
import { type ProxySources, type Route, portOf, routesTo } from './proxy.ts';
import { type Trust, createTrust } from './trust.ts';
import { openTunnel } from './tunnel.ts';

/** What a server shows of itself, trusted or not. */
export type ShownCertificate = {
  readonly subject: string;
  readonly issuer: string;
  readonly validUntil: Date;
};

export type ConnectFault = {
  readonly code: (typeof NOT_SENT_REASONS)[number];
  readonly detail: string;
  /** The runtime's own code, such as ECONNREFUSED; '' where there is none. */
  readonly cause: string;
  /** host:port of the proxy that was gone through, or that failed; null: none was chosen. */
  readonly proxy: string | null;
  readonly certificate: ShownCertificate | null;
};

export type Connection = {
  readonly socket: net.Socket;
  readonly remoteAddress: string;
  /** host:port of the proxy; null: directly. */
  readonly proxy: string | null;
  /** The TLS version, where there is one. */
  readonly tls: string | null;
  readonly certificate: ShownCertificate | null;
};

type ConnectOptions = {
  /** For everything together: names, proxy, TCP, TLS; not for reading the system's certificates, once. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly proxy: ProxySetting;
  /**
   * Asked about every address of the server before it is dialled; left out: all of them. Behind a proxy only an address that
   * stands in the URL itself can be asked about: names are resolved there.
   */
  readonly mayReach?: MayReach;
};
export type Connect = (
  url: URL,
  options: ConnectOptions,
) => Promise<Result<Connection, ConnectFault>>;

type Limits = {
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
  readonly mayReach?: MayReach | undefined;
};
type Reached = Pick<Connection, 'socket' | 'remoteAddress' | 'proxy'>;

const ADDRESS_ATTEMPT_MS = 1000;
const CERTIFICATES_MS = 5000;
const NAME_FAULTS: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA']);

/**
 * DNS, proxy, TCP and TLS, and not one byte of the request: until W2 is durable every failure is provably `not_sent`.
 * A new connection each time, because a reused one can die under a POST and leave its fate open.
 */
export function createConnect(sources: ProxySources, trust: Trust = createTrust()): Connect {
  return async (url, { timeoutMs, signal, proxy: setting, mayReach }) => {
    // An IP address needs no DNS lookup.
    if (net.isIP(hostOf(url)) !== 0 && mayReach?.(hostOf(url)) === false) {
      return err(connectFault(refusedAddress(), 'connect'));
    }
    // The first time takes a while, which must not be lost for connecting.
    const waitMs = Math.min(timeoutMs, CERTIFICATES_MS);
    const context = url.protocol === 'https:' ? await trust.context(waitMs, signal) : null;
    const endMs = performance.now() + timeoutMs;
    const limits = {
      signal,
      mayReach,
      leftMs: () => Math.max(1, Math.ceil(endMs - performance.now())),
    };
    // A proxy script of the system's may hang; closing and cancelling must not wait for it.
    const limit = { ms: limits.leftMs(), signal };
    const routes = await within(routesTo(url, setting, sources), limit, () => null);
    if (routes === null && signal.aborted) {
      return err(connectFault(new SocketFault('ABORTED', 'interrupted'), 'connect'));
    }
    if (routes === null) return err(proxyFault('the proxy settings could not be read in time'));
    if (!routes.ok) return err(proxyFault(routes.error));
    const trusted = async (): Promise<tls.SecureContext> =>
      context ?? (await trust.context(limits.leftMs() / 2, signal));
    const reached = await reach(routes.value, url, limits, trusted);
    if (!reached.ok) return reached;
    const { socket, proxy } = reached.value;
    if (url.protocol !== 'https:') return ok({ ...reached.value, tls: null, certificate: null });

    const wrapped = secure(socket, hostOf(url), await trusted());
    let certificate: ShownCertificate | null = null;
    // Before Node judges it: of one that is refused nothing can be read any more.
    wrapped.prependOnceListener('secure', () => {
      certificate = shownBy(wrapped);
    });
    const secured = await openSocket(wrapped, 'secureConnect', limits.leftMs(), signal);
    if (!secured.ok) {
      socket.destroy();
      return err({ ...connectFault(secured.error, 'secureConnect'), certificate, proxy });
    }
    return ok({ ...reached.value, socket: wrapped, tls: wrapped.getProtocol(), certificate });
  };
}

/** One way after the other, as long as not even the proxy could be reached: one that refuses has spoken for all. */
async function reach(
  [route, ...others]: readonly Route[],
  url: URL,
  limits: Limits,
  trusted: () => Promise<tls.SecureContext>,
): Promise<Result<Reached, ConnectFault>> {
  if (route === undefined) return err(proxyFault('no way is left'));
  const authority = `${url.hostname}:${portOf(url)}`;
  if (route.via === 'direct') {
    const plain = await dial(hostOf(url), portOf(url), limits, limits.mayReach);
    if (!plain.ok) return err(connectFault(plain.error, 'connect'));
    return ok({ socket: plain.value, remoteAddress: addressOf(plain.value), proxy: null });
  }
  const proxy = nameOf(route);
  const dialled = await dialProxy(route, limits, trusted);
  if (!dialled.ok) {
    if (others.length > 0 && !limits.signal.aborted) return reach(others, url, limits, trusted);
    return err(proxyFault(dialled.error, proxy));
  }
  const tunnel = await openTunnel(dialled.value, authority, {
    timeoutMs: limits.leftMs(),
    signal: limits.signal,
    authorization: route.authorization,
  });
  if (!tunnel.ok) return err(proxyFault(tunnel.error, proxy));
  const remoteAddress = `${authority} through the proxy ${proxy}`;
  return ok({ socket: tunnel.value, remoteAddress, proxy });
}

type ProxyRoute = Extract<Route, { via: 'proxy' }>;

/** host:port, an IPv6 address in brackets. */
function nameOf({ host, port }: ProxyRoute): string {
  return net.isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

async function dialProxy(
  route: ProxyRoute,
  limits: Limits,
  trusted: () => Promise<tls.SecureContext>,
): Promise<Result<net.Socket, string>> {
  const name = `the proxy ${nameOf(route)} cannot be reached`;
  const plain = await dial(route.host, route.port, limits);
  if (!plain.ok) return err(`${name}: ${plain.error.message}`);
  if (!route.secure) return plain;
  const wrapped = secure(plain.value, route.host, await trusted());
  const opened = await openSocket(wrapped, 'secureConnect', limits.leftMs(), limits.signal);
  if (opened.ok) return ok(wrapped);
  plain.value.destroy();
  return err(`${name}: ${opened.error.message}`);
}

/** Proxies are the office's own, and may be anywhere. */
function dial(
  host: string,
  port: number,
  limits: Limits,
  mayReach?: MayReach,
): ReturnType<typeof openSocket> {
  const socket = net.connect({
    host,
    port,
    noDelay: true,
    // Node's quarter of a second gives a far host up before it could answer.
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    ...(mayReach === undefined ? {} : { lookup: guardedLookup(mayReach) }),
  });
  return openSocket(socket, 'connect', limits.leftMs(), limits.signal);
}

function secure(socket: net.Socket, host: string, secureContext: tls.SecureContext): tls.TLSSocket {
  return tls.connect({
    socket,
    secureContext,
    // Said out loud: NODE_TLS_REJECT_UNAUTHORIZED and the like must not open this.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    // A name is sent only where there is one (RFC 6066: no addresses); the certificate is checked against `host` either way.
    ...(net.isIP(host) === 0 ? { servername: host } : { host }),
  });
}

function proxyFault(detail: string, proxy: string | null = null): ConnectFault {
  return { code: 'proxy_failed', detail, cause: '', proxy, certificate: null };
}

function connectFault(error: Error, stage: Stage): ConnectFault {
  const cause = 'code' in error ? String(error.code) : error.name;
  const detail = error.message === '' ? cause : error.message;
  const seen = { detail, cause, proxy: null, certificate: null };
  if (cause === 'ABORTED') return { ...seen, code: 'interrupted_before_sending' };
  if (NAME_FAULTS.has(cause)) return { ...seen, code: 'name_not_resolved' };
  if (stage === 'secureConnect') {
    return { ...seen, code: 'tls_failed', detail: `${cause}: ${detail}` };
  }
  if (cause === 'ETIMEDOUT') return { ...seen, code: 'connection_timed_out' };
  return { ...seen, code: 'connection_failed' };
}

/** Not `getPeerX509Certificate`: after that Node finds no names in the certificate and refuses every host. */
function shownBy(socket: tls.TLSSocket): ShownCertificate | null {
  const shown: Partial<tls.PeerCertificate> = socket.getPeerCertificate();
  if (shown.valid_to === undefined) return null;
  const subject = oneLine(shown.subject);
  return {
    subject: subject === '' ? (shown.subjectaltname ?? '') : subject,
    issuer: oneLine(shown.issuer),
    validUntil: new Date(shown.valid_to),
  };
}

/** `CN=a, O=b`. */
function oneLine(name: tls.Certificate | undefined): string {
  return Object.entries(name ?? {})
    .flatMap(([key, values]) => [values].flat().map((value) => `${key}=${String(value)}`))
    .join(', ');
}

function hostOf(url: URL): string {
  return url.hostname.replaceAll(/[[\]]/gu, '');
}

function addressOf(socket: net.Socket): string {
  const { remoteAddress = '', remotePort = 0 } = socket;
  return net.isIPv6(remoteAddress)
    ? `[${remoteAddress}]:${remotePort}`
    : `${remoteAddress}:${remotePort}`;
}
