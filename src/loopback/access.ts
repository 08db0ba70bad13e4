import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A code that was not used by then is worth nothing. */
const CODE_LIFE_MS = 10 * 60_000;
/** More than this many open addresses at once means that nobody is using them. */
const MAX_OPEN_CODES = 8;

/** Who may talk to the desk: whoever was shown a one-time code, from a page that we served. */
export type Access = {
  /** A fresh one-time code. */
  readonly issueCode: () => string;
  /** The bearer for this code, or null where it is wrong, spent or too old. */
  readonly exchangeCode: (code: string) => string | null;
  readonly isBearer: (authorization: string | undefined) => boolean;
};

export function createAccess(nowMs: () => number): Access {
  let codes: readonly { readonly digest: Buffer; readonly expiresAtMs: number }[] = [];
  const bearers: Buffer[] = [];
  return {
    issueCode() {
      const code = randomToken();
      const kept = codes.slice(-(MAX_OPEN_CODES - 1));
      codes = [...kept, { digest: digestOf(code), expiresAtMs: nowMs() + CODE_LIFE_MS }];
      return code;
    },
    exchangeCode(code) {
      codes = codes.filter((open) => open.expiresAtMs > nowMs());
      const digest = digestOf(code);
      const spent = codes.filter((open) => timingSafeEqual(open.digest, digest));
      if (spent.length === 0) return null;
      codes = codes.filter((open) => !spent.includes(open));
      const bearer = randomToken();
      bearers.push(digestOf(bearer));
      return bearer;
    },
    isBearer(authorization) {
      const token = /^Bearer (?<token>[A-Za-z0-9_-]{43})$/u.exec(authorization ?? '')?.groups?.[
        'token'
      ];
      if (token === undefined) return false;
      const digest = digestOf(token);
      return bearers.some((bearer) => timingSafeEqual(bearer, digest));
    },
  };
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Digests have one length, which the constant-time comparison needs, and keep the tokens themselves out of memory. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

export type RequestFacts = {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
};

/** The name check that stops DNS rebinding: this machine by number, our port, nothing else. */
export function isOwnHost(facts: RequestFacts, ownHost: string): boolean {
  return facts.host === ownHost;
}

/**
 * A call to /api comes from our own page. Browsers leave Origin out of a same-origin GET, so there a missing one is
 * fine; a wrong one never is.
 */
export function isOwnCall(facts: RequestFacts, ownOrigin: string): boolean {
  const originMayBeAbsent = facts.method === 'GET';
  if (facts.origin === undefined ? !originMayBeAbsent : facts.origin !== ownOrigin) return false;
  return facts.fetchSite === undefined || facts.fetchSite === 'same-origin';
}

/** The page and its parts: loaded by ourselves, typed or clicked as an address, never embedded by another site. */
export function isOwnLoad(facts: RequestFacts, ownOrigin: string): boolean {
  if (facts.origin !== undefined && facts.origin !== ownOrigin) return false;
  if (facts.fetchSite === undefined) return true;
  if (facts.fetchSite === 'same-origin' || facts.fetchSite === 'none') return true;
  return facts.fetchMode === 'navigate';
}
