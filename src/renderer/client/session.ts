import { hasText } from './envelope.ts';

const TOKEN_KEY = 'desk-session';
const PROOF_KEY = 'desk-proof';
const CODE = /^#code=(?<code>.*)$/u;

/** How the desk that opened this tab is told from whatever else may answer at its address. */
export type ProofKey = { readonly id: string; readonly key: string };

export type OpenSession = {
  readonly kind: 'open';
  readonly token: string;
  readonly proof: ProofKey;
  /** Given just now by the process that served this page: there is nothing to prove yet. */
  readonly isFresh: boolean;
};

export type Session =
  | OpenSession
  /** `spent`: a link was used, but its code is no longer good. `missing`: there was none. */
  | { readonly kind: 'none'; readonly why: 'spent' | 'missing' | 'unreachable' };

/** The one-time code of the URL's fragment for a bearer that this tab alone keeps. */
export async function openSession(): Promise<Session> {
  const code = CODE.exec(location.hash)?.groups?.['code'];
  // Out of the address bar and the history before anything else can go wrong.
  if (code !== undefined) history.replaceState(null, '', '#/');
  const kept = keptSession();
  if (code === undefined) return kept ?? { kind: 'none', why: 'missing' };
  const given = await exchange(code);
  if (given.kind === 'none') return kept ?? given;
  sessionStorage.setItem(TOKEN_KEY, given.token);
  sessionStorage.setItem(PROOF_KEY, JSON.stringify(given.proof));
  return given;
}

export function forgetSession(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  sessionStorage.removeItem(PROOF_KEY);
}

/** A fresh link pasted into an open tab changes only the fragment, which loads nothing by itself. */
export function reloadOnFreshLink(): void {
  addEventListener('hashchange', () => {
    if (CODE.test(location.hash)) location.reload();
  });
}

/** A reload keeps both. A bearer without its proof is useless: it must not be sent to an unproven process. */
function keptSession(): OpenSession | null {
  const token = sessionStorage.getItem(TOKEN_KEY);
  const proof = readProof(parsed(sessionStorage.getItem(PROOF_KEY)));
  if (token === null || proof === null) return null;
  return { kind: 'open', token, proof, isFresh: false };
}

async function exchange(code: string): Promise<Session> {
  try {
    const response = await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
      credentials: 'omit',
      redirect: 'error',
    });
    const answer: unknown = response.ok ? await response.json() : null;
    const proof = readProof(
      typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'proof') : null,
    );
    if (!hasText(answer, 'token') || proof === null) return { kind: 'none', why: 'spent' };
    return { kind: 'open', token: answer.token, proof, isFresh: true };
  } catch {
    return { kind: 'none', why: 'unreachable' };
  }
}

function readProof(value: unknown): ProofKey | null {
  return hasText(value, 'id') && hasText(value, 'key') ? { id: value.id, key: value.key } : null;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
