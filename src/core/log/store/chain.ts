import { hash as hashOnce } from 'node:crypto';

export const SALT_BYTES = 16;
/** What the first event names as its predecessor. */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

/**
 * One event as its link is checked: everything in the form in which comparing millions is cheapest. Digest and hash are in
 * hexadecimal, lower case.
 */
export type ChainLink = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly intentId: string | null;
  /** Salt and body, one after the other: what the digest is over. Null: erased, and only the digest is left. */
  readonly salted: Buffer | null;
  readonly saltBytes: number;
  readonly digest: string;
  readonly hash: string;
};

/** An event's bytes in the file are not as they were written: the same as a damaged page, and told by SQLite's word for one. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
  readonly code = 'SQLITE_CORRUPT';
  readonly seq: number;
  constructor(seq: number, cause: unknown) {
    super(`Event ${seq} is not as it was written: ${String(cause)}`, { cause });
    this.seq = seq;
  }
}

/** Salted, so that a body erased later (card data) cannot be guessed back from its digest. */
export function digestOf(salt: Uint8Array, body: string | Uint8Array): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  return hashOnce('sha256', Buffer.concat([salt, bytes]), 'buffer');
}

/** Over the digest and not the body, so that erasing a body does not break the chain. */
export function hashOf(
  previous: Uint8Array,
  seq: number,
  at: string,
  kind: string,
  digest: Uint8Array,
): Uint8Array {
  return hashOnce('sha256', linkText(toHex(previous), seq, at, kind, toHex(digest)), 'buffer');
}

/** The same text as JSON.stringify gives of the five in a list: hexadecimal and whole numbers need no escaping. */
function linkText(previous: string, seq: number, at: string, kind: string, digest: string): string {
  return `["${previous}",${seq},${JSON.stringify(at)},${JSON.stringify(kind)},"${digest}"]`;
}

export type BrokenLink = {
  /** `gap`: the event of this seq is not there. `content`: it is not as it was written. */
  readonly kind: 'gap' | 'content';
  readonly seq: number;
};

/** A link that also names the one before it, as a copy does. */
export type WholeLink = ChainLink & { readonly previous: string };
/** One event of the chain, by number and hash. */
export type ChainPoint = Pick<WholeLink, 'seq' | 'hash'>;
/** Where the first event follows. */
const CHAIN_BEGIN: ChainPoint = { seq: 0, hash: toHex(CHAIN_START) };

/** The first link that does not hold, or null. `begin`: the event that the first link has to follow. */
export function checkChain(
  links: Iterable<ChainLink | WholeLink>,
  begin: ChainPoint = CHAIN_BEGIN,
): BrokenLink | null {
  let { hash: previous, seq: last } = begin;
  try {
    for (const link of links) {
      if (link.seq !== last + 1) return { kind: 'gap', seq: last + 1 };
      const hash = hashOfLink(link, previous);
      if (hash === null) return { kind: 'content', seq: link.seq };
      previous = hash;
      last = link.seq;
    }
  } catch (error) {
    if (error instanceof UnreadableEventError) return { kind: 'content', seq: error.seq };
    throw error;
  }
  return null;
}

/** Null: the link is not as it was written. */
function hashOfLink(link: ChainLink | WholeLink, previous: string): string | null {
  const { seq, at, kind, salted } = link;
  const digest = salted === null ? link.digest : hashOnce('sha256', salted, 'hex');
  const hash = hashOnce('sha256', linkText(previous, seq, at, kind, digest), 'hex');
  const holds =
    // The digest does not tell where the salt ends and the body begins.
    (salted === null || link.saltBytes === SALT_BYTES) &&
    (!('previous' in link) || link.previous === previous) &&
    link.digest === digest &&
    link.hash === hash &&
    isIntentOf(link);
  return holds ? hash : null;
}

const KEY = Buffer.from('"intentId"');
const ESCAPE = Buffer.from(String.raw`\u`);
const PLAIN = /^[\w-]*$/u;

/**
 * The chain covers the body; the column that events are looked up by must say the same. Where the key stands first, nowhere
 * else, and nothing is escaped by number, its value is what reading the JSON would give; else it is read.
 */
function isIntentOf({ intentId, salted, saltBytes }: ChainLink): boolean {
  if (salted === null) return true;
  const begin = intentId === null ? '' : `{"intentId":"${intentId}"`;
  const rest = saltBytes + begin.length;
  const isPlain =
    (intentId === null ||
      (PLAIN.test(intentId) && salted.toString('latin1', saltBytes, rest) === begin)) &&
    !salted.includes(KEY, rest) &&
    !salted.includes(ESCAPE, rest);
  return isPlain || intentId === intentIdIn(salted.toString('utf8', saltBytes));
}

function intentIdIn(body: string): string | null {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || !('intentId' in parsed)) return null;
  return typeof parsed.intentId === 'string' ? parsed.intentId : null;
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
