import { hasText } from './envelope.ts';
import type { ProofKey } from './session.ts';

/** Longer than a busy desk ever takes to answer; a longer silence counts as not reachable. */
const PROOF_MS = 5000;

/**
 * `stranger`: something answers at this address, but not the desk that opened this tab. `unreachable`: nothing does, or it is
 * in no state to.
 */
export type Proven = 'proven' | 'stranger' | 'unreachable';

/**
 * Asks the process at the port for the answer to a fresh nonce, which only the desk of this session can give. Neither bearer nor
 * key leaves the page.
 */
export async function askForProof(origin: string, { id, key }: ProofKey): Promise<Proven> {
  const secret = fromBase64Url(key);
  if (secret === null) return 'stranger';
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const [answered, hmac] = await Promise.all([
    postNonce(origin, id, nonce),
    crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']),
  ]);
  if (answered.kind !== 'answer') return answered.kind;
  const proof = hasText(answered.value, 'proof') ? fromBase64Url(answered.value.proof) : null;
  if (proof === null) return 'stranger';
  // Our own address is in it: what another desk of this machine says of the nonce is no proof here.
  const said = ['deposit-desk proof 1', origin, id, nonce].join('\n');
  const isGenuine = await crypto.subtle.verify('HMAC', hmac, proof, new TextEncoder().encode(said));
  return isGenuine ? 'proven' : 'stranger';
}

type Answered =
  | { readonly kind: 'stranger' | 'unreachable' }
  | { readonly kind: 'answer'; readonly value: unknown };

async function postNonce(origin: string, id: string, nonce: string): Promise<Answered> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${origin}/api/prove`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, nonce }),
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(PROOF_MS),
    });
    text = await response.text();
  } catch {
    return { kind: 'unreachable' };
  }
  if (isInNoState(response.status)) return { kind: 'unreachable' };
  try {
    return response.ok ? { kind: 'answer', value: JSON.parse(text) } : { kind: 'stranger' };
  } catch {
    return { kind: 'stranger' };
  }
}

/** A desk that is starting, ending or overrun may fail, or read a request too slowly or not in whole; it does not deny. */
function isInNoState(status: number): boolean {
  return status >= 500 || status === 408 || status === 429 || status === 431;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCodePoint(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]{43}$/u.test(text)) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0);
}
