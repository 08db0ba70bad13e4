import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** A code that was not used by then is worth nothing. */
const CODE_LIFE_MS = 10 * 60_000;
/** Addresses with a code that no browser has used yet; past it the oldest are void. */
const MAX_OPEN_CODES = 8;
/**
 * A tab that was not used for longer than a night: an operator who leaves at six and comes back at nine finds the desk open; after a
 * day off the operator begins with a fresh link.
 */
const IDLE_LIFE_MS = 18 * 60 * 60_000;
/** However busy, no bearer is older than a week: one that was copied somewhere does not open the desk for ever. */
const TOTAL_LIFE_MS = 7 * 24 * 60 * 60_000;
/** More tabs than an operator has; past it the one that was not used for longest is over. */
const MAX_SESSIONS = 64;

/** What a tab is given for its code. It shows `token` with every call; `proof` is what it knows this desk by. */
type GivenSession = {
  readonly token: string;
  /** `id` may be sent with an answer; `key` never travels again. */
  readonly proof: { readonly id: string; readonly key: string };
};

export type Admission = {
  readonly isAlive: () => boolean;
  /** Names the session to core, and says nothing of its bearer. */
  readonly pageId: string;
};

/** Who may talk to the desk: a browser that was given a one-time code, from a page that this host served. */
export type Access = {
  /** A fresh one-time code. */
  readonly issueCode: () => string;
  /** What this code is worth, or null where it is wrong, spent or too old. */
  readonly exchangeCode: (code: string) => GivenSession | null;
  /** Null: not a bearer, or one whose life is over. Only what an operator does counts as use, not what a page asks by itself. */
  readonly admit: (authorization: string | undefined, isAttended: boolean) => Admission | null;
  /**
   * What only this process can say of the nonce, or null where the session was never given here. One whose bearer is over still
   * gets its answer: its tab must not take its own desk for a stranger.
   */
  readonly prove: (id: string, nonce: string, origin: string) => string | null;
};

type Session = {
  readonly pageId: string;
  readonly bearer: Buffer;
  readonly proofId: Buffer;
  readonly proofKey: Buffer;
  readonly bornAtMs: number;
  usedAtMs: number;
  isOver: boolean;
};

export function createAccess(nowMs: () => number): Access {
  let codes: readonly { readonly digest: Buffer; readonly expiresAtMs: number }[] = [];
  let sessions: readonly Session[] = [];
  const isAlive = (session: Session): boolean => {
    // Once over it stays over, also when the clock is put back.
    session.isOver ||=
      !sessions.includes(session) ||
      nowMs() - session.bornAtMs >= TOTAL_LIFE_MS ||
      nowMs() - session.usedAtMs >= IDLE_LIFE_MS;
    return !session.isOver;
  };
  return {
    issueCode() {
      const code = randomToken();
      const kept = codes.slice(-(MAX_OPEN_CODES - 1));
      codes = [...kept, { digest: digestOf(code), expiresAtMs: nowMs() + CODE_LIFE_MS }];
      return code;
    },
    exchangeCode(code) {
      codes = codes.filter((open) => open.expiresAtMs > nowMs());
      const spent = matching(codes, ({ digest }) => digest, code);
      if (spent === null) return null;
      codes = codes.filter((open) => open !== spent);
      const { given, session } = freshSession(nowMs());
      const newestFirst = sessions.toSorted((a, b) => b.usedAtMs - a.usedAtMs);
      sessions = [session, ...newestFirst.slice(0, MAX_SESSIONS - 1)];
      return given;
    },
    admit(authorization, isAttended) {
      const token = /^Bearer (?<token>[A-Za-z0-9_-]{43})$/u.exec(authorization ?? '')?.groups?.[
        'token'
      ];
      if (token === undefined) return null;
      const session = matching(sessions, ({ bearer }) => bearer, token);
      if (session === null || !isAlive(session)) return null;
      if (isAttended) session.usedAtMs = nowMs();
      return { isAlive: () => isAlive(session), pageId: session.pageId };
    },
    prove(id, nonce, origin) {
      const session = matching(sessions, ({ proofId }) => proofId, id);
      return session === null ? null : proofOf(session.proofKey, origin, id, nonce);
    },
  };
}

/** The origin is in it: an answer that was fetched from a desk at another address proves nothing here. */
function proofOf(key: Buffer, origin: string, id: string, nonce: string): string {
  const said = ['deposit-desk proof 1', origin, id, nonce].join('\n');
  return createHmac('sha256', key).update(said, 'utf8').digest('base64url');
}

function freshSession(bornAtMs: number): {
  readonly given: GivenSession;
  readonly session: Session;
} {
  const [token, id, key] = [randomToken(), randomToken(), randomToken()];
  return {
    given: { token, proof: { id, key } },
    session: {
      pageId: `tab-${randomUUID()}`,
      bearer: digestOf(token),
      proofId: digestOf(id),
      proofKey: Buffer.from(key, 'base64url'),
      bornAtMs,
      usedAtMs: bornAtMs,
      isOver: false,
    },
  };
}

/** Every one of them is compared, each in constant time: how long it took says nothing about any. */
function matching<T>(
  held: readonly T[],
  digestIn: (one: T) => Buffer,
  presented: string,
): T | null {
  const digest = digestOf(presented);
  const found = held.filter((one) => timingSafeEqual(digestIn(one), digest));
  return found.at(0) ?? null;
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Digests have one length, which the constant-time comparison needs, and keep the tokens themselves out of memory. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
