import { hash as hashOnce } from 'node:crypto';

export const SALT_BYTES = 16;
/** What the first event names as its predecessor. */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

/** One event as its link is checked: everything in the form in which comparing millions is cheapest. */
export type ChainLink = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly intentId: string | null;
  /** Salt and body, one after the other: what the digest is over. */
  readonly salted: Buffer;
  readonly saltBytes: number;
  /** In hexadecimal, lower case. */
  readonly digest: string;
  readonly previous: string;
  readonly hash: string;
};

/** Salted, so that a body erased later (card data) cannot be guessed back from its digest. */
export function digestOf(salt: Uint8Array, body: string): Uint8Array {
  return hashOnce('sha256', Buffer.concat([salt, Buffer.from(body, 'utf8')]), 'buffer');
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

/** The first link that does not hold, or null. */
export function checkChain(links: Iterable<ChainLink>): BrokenLink | null {
  let previous = toHex(CHAIN_START);
  let expectedSeq = 1;
  for (const link of links) {
    if (link.seq !== expectedSeq) return { kind: 'gap', seq: expectedSeq };
    if (!holds(link, previous)) return { kind: 'content', seq: link.seq };
    previous = link.hash;
    expectedSeq += 1;
  }
  return null;
}

function holds(link: ChainLink, previous: string): boolean {
  const { seq, at, kind, salted } = link;
  const digest = hashOnce('sha256', salted, 'hex');
  return (
    // The digest does not tell where the salt ends and the body begins.
    link.saltBytes === SALT_BYTES &&
    link.previous === previous &&
    link.digest === digest &&
    link.hash === hashOnce('sha256', linkText(previous, seq, at, kind, digest), 'hex') &&
    isIntentOf(link)
  );
}

const KEY = Buffer.from('"intentId"');
const ESCAPE = Buffer.from(String.raw`\u`);
const PLAIN = /^[\w-]*$/u;

/**
 * The chain covers the body; the column that events are looked up by must say the same. Where the key stands first, nowhere
 * else, and nothing is escaped by number, its value is what reading the JSON would give; else it is read.
 */
function isIntentOf({ intentId, salted, saltBytes }: ChainLink): boolean {
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
