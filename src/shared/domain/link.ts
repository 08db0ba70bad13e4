import { z } from 'zod';

import { isThisMachine } from './thisMachine.ts';

/** Longer addresses are refused. */
export const MAX_ADDRESS = 8192;

/** Why an address stays text. Each has its own words on screen. */
export const LINK_REFUSALS = [
  /** Not an absolute http(s) address. */
  'not_a_link',
  'credentials',
  /** Plain http, and not the exact origin of the request's profile in Sandbox. */
  'not_https',
  /** This machine, or a port on which the desk itself or its callback listener answers. */
  'own_address',
] as const;
type LinkRefusal = (typeof LINK_REFUSALS)[number];

export type LinkRules = {
  /** The one exception: the exact origin of the request's profile, where that is in Sandbox. */
  readonly sandboxOrigin: string | null;
  /** Where the desk and its callback listeners answer: no link leads there, whatever the name in it. */
  readonly ownPorts: readonly number[];
  /** Names and addresses of this machine beyond those that every machine has. */
  readonly ownHosts: readonly string[];
};

export type JudgedLink =
  | { readonly kind: 'refused'; readonly reason: LinkRefusal }
  /** `address` as a browser writes it, never the text that came in; `host` with its port where it is not the usual one. */
  | { readonly kind: 'link'; readonly address: string; readonly host: string };

const anyUrl = z.url({ normalize: true });

type Parts = {
  readonly address: string;
  readonly scheme: string;
  readonly authority: string;
};

/** As the one URL parser of browser and Node reads it: every spelling of a number or a letter is one from here on. */
function partsOf(address: string): Parts | null {
  if (address.length > MAX_ADDRESS) return null;
  const parsed = anyUrl.safeParse(address);
  if (!parsed.success) return null;
  const match = /^(?<scheme>https?):\/\/(?<authority>[^/?#]+)/u.exec(parsed.data);
  const { scheme, authority } = match?.groups ?? {};
  if (scheme === undefined || authority === undefined) return null;
  return { address: parsed.data, scheme, authority };
}

/** scheme://host[:port] of an absolute http(s) address, or null. Credentials make it null too. */
export function webOriginOf(address: string): string | null {
  const parts = partsOf(address);
  if (parts === null || parts.authority.includes('@')) return null;
  return `${parts.scheme}://${parts.authority}`;
}

/** A port that half of the internet answers on says nothing about whose machine it is. */
const USUAL_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * The one rule for every address that a provider chose: https without credentials; plain http, and
 * this machine, only at the exact origin of the request's profile in Sandbox; the desk's own ports never.
 */
export function judgeLink(address: string, rules: LinkRules): JudgedLink {
  const parts = partsOf(address);
  if (parts === null) return refused('not_a_link');
  const { scheme, authority } = parts;
  if (authority.includes('@')) return refused('credentials');
  const isSandbox = `${scheme}://${authority}` === rules.sandboxOrigin;
  const { host, port } = hostAndPort(authority, scheme);
  const isHere = isThisMachine(host, rules.ownHosts);
  const isUsualElsewhere = !isHere && port === USUAL_PORTS[scheme];
  if (rules.ownPorts.includes(port) && !isUsualElsewhere) return refused('own_address');
  if (isSandbox) return { kind: 'link', address: parts.address, host: authority };
  if (scheme !== 'https') return refused('not_https');
  if (isHere) return refused('own_address');
  return { kind: 'link', address: parts.address, host: authority };
}

type Issued = { readonly mode: 'sandbox' | 'live' };
type Issuer = Issued & { readonly baseUrl: string };

/** Plain http may be linked to only at the exact origin of the sandbox that answered. Null for the profile: it is gone. */
export function sandboxOriginOf({ mode }: Issued, profile: Issuer | null): string | null {
  return mode === 'sandbox' && profile?.mode === 'sandbox' ? webOriginOf(profile.baseUrl) : null;
}

/**
 * Whether a payment link may leave the desk: opened, copied, in a message, in a QR or in a picture. The address as it may be a
 * link, or null where it must stay text. Where it is opened, core refuses what the desk itself listens on, too.
 */
export function safeLink(address: string, sandboxOrigin: string | null): string | null {
  const judged = judgeLink(address, { sandboxOrigin, ownPorts: [], ownHosts: [] });
  return judged.kind === 'link' ? judged.address : null;
}

/** null: nothing can listen there. */
export function portOf(origin: string): number | null {
  const parts = partsOf(origin);
  return parts === null ? null : hostAndPort(parts.authority, parts.scheme).port;
}

function hostAndPort(authority: string, scheme: string): { host: string; port: number } {
  const match = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>[0-9]+))?$/u.exec(authority);
  const { host = authority, port } = match?.groups ?? {};
  return { host, port: port === undefined ? (USUAL_PORTS[scheme] ?? 0) : Number(port) };
}

function refused(reason: LinkRefusal): JudgedLink {
  return { kind: 'refused', reason };
}
