const TOKEN_KEY = 'desk-session';
const CODE = /^#code=(?<code>.+)$/u;

export type Session =
  | { readonly kind: 'open'; readonly token: string }
  /** `spent`: a link was used, but its code is no longer good. `missing`: there was none. */
  | { readonly kind: 'none'; readonly why: 'spent' | 'missing' | 'unreachable' };

/** The one-time code of the URL's fragment for a bearer that this tab alone keeps. */
export async function openSession(): Promise<Session> {
  const code = CODE.exec(location.hash)?.groups?.['code'];
  // Out of the address bar and the history before anything else can go wrong.
  if (code !== undefined) history.replaceState(null, '', '#/');
  const kept = sessionStorage.getItem(TOKEN_KEY);
  if (code === undefined) {
    return kept === null ? { kind: 'none', why: 'missing' } : { kind: 'open', token: kept };
  }
  const token = await exchange(decodeURIComponent(code));
  if (typeof token === 'string') {
    sessionStorage.setItem(TOKEN_KEY, token);
    return { kind: 'open', token };
  }
  return kept === null ? token : { kind: 'open', token: kept };
}

export function forgetSession(): void {
  sessionStorage.removeItem(TOKEN_KEY);
}

/** A fresh link pasted into an open tab changes only the fragment, which loads nothing by itself. */
export function reloadOnFreshLink(): void {
  addEventListener('hashchange', () => {
    if (CODE.test(location.hash)) location.reload();
  });
}

async function exchange(code: string): Promise<string | (Session & { kind: 'none' })> {
  try {
    const response = await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    if (!response.ok) return { kind: 'none', why: 'spent' };
    const answer: unknown = await response.json();
    const token: unknown =
      typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'token') : undefined;
    return typeof token === 'string' ? token : { kind: 'none', why: 'spent' };
  } catch {
    return { kind: 'none', why: 'unreachable' };
  }
}
