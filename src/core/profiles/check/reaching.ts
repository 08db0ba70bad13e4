import { lookup } from 'node:dns/promises';
import net from 'node:net';

import type { CheckCode, CheckStep } from '#shared/domain/connectionCheck.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { within } from '../../within.ts';
import type { Clock } from '../../ports.ts';
import type { ConnectFault, Connection, ShownCertificate } from '../../provider/connect.ts';
import {
  type ProxySources,
  type Route,
  isThisMachine,
  portOf,
  proxyDecidedBy,
  routesTo,
} from '../../provider/proxy.ts';

type ReachDeps = {
  readonly proxySources: ProxySources;
  readonly clock: Clock;
  readonly stop: AbortSignal;
};

const DAY_MS = 86_400_000;
/** With fewer days left the integrator should ask the provider for the next certificate. */
const SOON_DAYS = 14;

const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
]);

export function addressStep({ baseUrl, mode }: Profile): CheckStep {
  const facts = { url: baseUrl };
  // Plain http is allowed only to this machine, which is not a provider.
  if (!isThisMachine(new URL(baseUrl).hostname))
    return { step: 'address', status: 'ok', code: 'address_ok', facts };
  const status = mode === 'live' ? 'warning' : 'ok';
  return { step: 'address', status, code: 'address_loopback', facts };
}

/** Which way the request would go, and whether its name is known here. */
export async function findRoute(
  url: URL,
  profile: Profile,
  deps: ReachDeps,
): Promise<{ readonly steps: readonly CheckStep[]; readonly isOpen: boolean }> {
  const { connectDeadlineMs } = profile;
  const routes = await within(
    routesTo(url, profile.proxy, deps.proxySources),
    { ms: connectDeadlineMs, signal: deps.stop },
    () => null,
  );
  if (routes === null || !routes.ok) {
    const detail = routes?.error ?? 'the proxy settings could not be read in time';
    return { steps: [proxyFailed(url, profile, { proxy: null, detail }, deps)], isOpen: false };
  }
  const step = await dnsStep(url, routes.value[0], connectDeadlineMs, deps.stop);
  return { steps: [step], isOpen: step.status !== 'failed' };
}

async function dnsStep(
  url: URL,
  route: Route | undefined,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<CheckStep> {
  const host = hostOf(url);
  const dns = (code: CheckCode, facts: CheckStep['facts'] = {}): CheckStep => ({
    step: 'dns',
    status: code === 'dns_failed' ? 'failed' : 'ok',
    code,
    facts: { host, addresses: '', ...facts },
  });
  if (net.isIP(host) !== 0) return dns('dns_not_needed');
  if (route?.via === 'proxy') return dns('dns_by_proxy');
  try {
    const limit = { ms: timeoutMs, signal: stop };
    const found = await within(lookup(host, { all: true }), limit, () => null);
    if (found === null) return dns('dns_failed', { detail: 'no answer in time' });
    return dns('dns_ok', { addresses: found.map(({ address }) => address).join(', ') });
  } catch (error) {
    return dns('dns_failed', { detail: error instanceof Error ? error.message : String(error) });
  }
}

export function connectedSteps(
  url: URL,
  profile: Profile,
  connection: Connection,
  deps: ReachDeps,
): readonly CheckStep[] {
  const proxy = proxyStep(url, profile, connection.proxy, deps);
  const facts = tlsFacts(url, connection, deps.clock);
  if (connection.tls === null) {
    return [proxy, { step: 'tls', status: 'ok', code: 'tls_none', facts }];
  }
  const { certificate } = connection;
  const isSoon = certificate !== null && daysLeft(certificate, deps.clock) < SOON_DAYS;
  return [
    proxy,
    isSoon
      ? { step: 'tls', status: 'warning', code: 'tls_expires_soon', facts }
      : { step: 'tls', status: 'ok', code: 'tls_ok', facts },
  ];
}

/** Each stage that was passed, and the one that was not. */
export function failedSteps(
  url: URL,
  profile: Profile,
  fault: ConnectFault,
  deps: ReachDeps,
): readonly CheckStep[] {
  const { detail, cause, certificate } = fault;
  if (fault.code === 'proxy_failed') return [proxyFailed(url, profile, fault, deps)];
  const proxy = proxyStep(url, profile, fault.proxy, deps);
  const seen = tlsFacts(url, { tls: null, certificate }, deps.clock);
  if (fault.code === 'tls_failed' && cause !== 'ETIMEDOUT') {
    const facts = { ...seen, detail };
    return [proxy, { step: 'tls', status: 'failed', code: tlsCode(cause), facts }];
  }
  const facts = { address: `${url.hostname}:${portOf(url)}`, detail };
  const failed = { status: 'failed', code: connectionCode(fault), facts } as const;
  return url.protocol === 'https:'
    ? [proxy, { step: 'tls', ...failed }]
    : [
        proxy,
        { step: 'tls', status: 'ok', code: 'tls_none', facts: seen },
        { step: 'http', ...failed },
      ];
}

function tlsCode(cause: string): CheckCode {
  if (cause === 'CERT_HAS_EXPIRED') return 'tls_expired';
  if (cause === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'tls_wrong_name';
  return UNTRUSTED.has(cause) ? 'tls_untrusted' : 'tls_failed';
}

function connectionCode({ code, cause }: ConnectFault): CheckCode {
  if (cause === 'ECONNREFUSED') return 'connection_refused';
  return cause === 'ETIMEDOUT' || code === 'connection_timed_out'
    ? 'connection_timed_out'
    : 'connection_failed';
}

function proxyStep(
  url: URL,
  profile: Profile,
  proxy: string | null,
  { proxySources }: ReachDeps,
): CheckStep {
  const from = proxyDecidedBy(url, profile.proxy, proxySources);
  return proxy === null
    ? { step: 'proxy', status: 'ok', code: 'proxy_none', facts: { from, proxy: '' } }
    : { step: 'proxy', status: 'ok', code: 'proxy_used', facts: { from, proxy } };
}

function proxyFailed(
  url: URL,
  profile: Profile,
  { proxy, detail }: Pick<ConnectFault, 'proxy' | 'detail'>,
  { proxySources }: ReachDeps,
): CheckStep {
  const from = proxyDecidedBy(url, profile.proxy, proxySources);
  const facts = { from, proxy: proxy ?? '', detail };
  return { step: 'proxy', status: 'failed', code: 'proxy_failed', facts };
}

function tlsFacts(
  url: URL,
  { tls, certificate }: Pick<Connection, 'tls' | 'certificate'>,
  clock: Clock,
): CheckStep['facts'] {
  const facts = { host: hostOf(url), protocol: tls ?? '' };
  if (certificate === null) return { ...facts, subject: '', issuer: '', validUntil: '', days: '' };
  const { subject, issuer, validUntil } = certificate;
  const days = daysLeft(certificate, clock);
  return { ...facts, subject, issuer, validUntil: validUntil.toISOString(), days: String(days) };
}

function daysLeft({ validUntil }: ShownCertificate, clock: Clock): number {
  return Math.floor((validUntil.getTime() - clock.now().getTime()) / DAY_MS);
}

function hostOf(url: URL): string {
  return url.hostname.replaceAll(/[[\]]/gu, '');
}
