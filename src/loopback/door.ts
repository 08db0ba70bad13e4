import { type Failure, failure } from '#shared/domain/failure.ts';

/** What of a request is looked at before anything else is: as it came, nothing decoded, nothing joined. */
export type RequestFacts = {
  readonly method: string;
  /** The request target, undecoded. */
  readonly target: string;
  /** Every value of every header, as Node's `headersDistinct` has them. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
};

export type OwnAddress = { readonly host: string; readonly origin: string };

export type DoorRefusal = { readonly status: 400 | 403; readonly detail: string };

/**
 * A path and nothing cleverer: no other host's address, no escapes that one reader decodes and another does not. Nothing that the
 * desk serves needs any.
 */
const PLAIN_TARGET = /^\/(?!\/)[A-Za-z0-9._~/-]*(?:\?[\x21-\x7E]*)?$/u;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|\?|$)/u;

/** Headers that may come once: of two values one reader takes the first and another the last. */
const SINGLE = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const;

const NOT_OURS: DoorRefusal = { status: 403, detail: 'Only the desk’s own page may ask' };

/**
 * Whose request it is. The exact Host stops DNS rebinding: the name or number that was printed, our port, nothing else. Everything but reading
 * the page comes from our own page, which its Origin and Sec-Fetch-Site say. Null: it may come in.
 */
export function refusalAtDoor(facts: RequestFacts, own: OwnAddress): DoorRefusal | null {
  if (!PLAIN_TARGET.test(facts.target) || DOT_SEGMENT.test(facts.target)) {
    return { status: 400, detail: 'This is no address of the desk' };
  }
  if (SINGLE.some((name) => (facts.headers[name]?.length ?? 0) > 1)) {
    return { status: 400, detail: 'A header is there twice' };
  }
  if (first(facts, 'host') !== own.host) return NOT_OURS;
  const isOurs = isPageRead(facts) ? isOwnLoad(facts, own) : isOwnCall(facts, own);
  return isOurs ? null : NOT_OURS;
}

function isPageRead({ method, target }: RequestFacts): boolean {
  return method === 'GET' && !target.startsWith('/api/');
}

/** Browsers send Origin with every POST, and with it every call of our page comes. */
function isOwnCall(facts: RequestFacts, own: OwnAddress): boolean {
  if (first(facts, 'origin') !== own.origin) return false;
  const site = first(facts, 'sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

/** The page and its parts: loaded by ourselves, the page also typed or clicked as an address; never embedded by another site. */
function isOwnLoad(facts: RequestFacts, own: OwnAddress): boolean {
  const origin = first(facts, 'origin');
  if (origin !== undefined && origin !== own.origin) return false;
  const site = first(facts, 'sec-fetch-site');
  const dest = first(facts, 'sec-fetch-dest');
  // Our page has no service worker: this one belongs to a program that had the port before.
  if (dest === 'serviceworker' || facts.headers['service-worker'] !== undefined) return false;
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  const isPage = facts.target === '/' || facts.target.startsWith('/?');
  return isPage && first(facts, 'sec-fetch-mode') === 'navigate' && dest === 'document';
}

function first({ headers }: RequestFacts, name: string): string | undefined {
  return headers[name]?.[0];
}

/** With every answer but the page itself: it is not cached, sniffed, embedded or read by another site. */
export const API_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export type RefusalCode = 'not_authorised' | 'invalid_input' | 'unknown_operation' | 'internal';

export function refusalBody(
  code: RefusalCode,
  detail: string,
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: failure(code, detail) };
}
