type Filter = { readonly urls: readonly string[] };
type Answer = {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly responseHeaders?: Readonly<Record<string, string | readonly string[]>>;
};
type Listener = (details: object, answer: (given: Answer) => void) => void;
type Stage = 'onBeforeRequest' | 'onHeadersReceived';
type Details = { readonly url: string; readonly [name: string]: unknown };
type Kept = { readonly filter: Filter; readonly listener: Listener };

const EVERYTHING: Filter = { urls: ['<all_urls>'] };

/** One listener per stage, as in Electron: the last one set is the one that is asked. */
export class StandInWebRequest {
  readonly #listeners = new Map<Stage, Kept>();

  onBeforeRequest(filter: Filter | Listener | null, listener?: Listener | null): void {
    this.#keep('onBeforeRequest', filter, listener);
  }

  onHeadersReceived(filter: Filter | Listener | null, listener?: Listener | null): void {
    this.#keep('onHeadersReceived', filter, listener);
  }

  #keep(stage: Stage, first: Filter | Listener | null, second?: Listener | null): void {
    const listener = typeof first === 'function' ? first : (second ?? null);
    const filter = typeof first === 'function' || first === null ? EVERYTHING : first;
    if (listener === null) this.#listeners.delete(stage);
    else this.#listeners.set(stage, { filter, listener });
  }

  async isCancelled(details: { readonly url: string }): Promise<boolean> {
    const { cancel, redirectURL } = await this.#ask('onBeforeRequest', details);
    if (redirectURL !== undefined) throw new Error('The stand-in has no redirectURL of webRequest');
    return cancel === true;
  }

  async headersOf(
    details: { readonly url: string },
    headers: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>> | null> {
    const given = await this.#ask('onHeadersReceived', {
      ...details,
      responseHeaders: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value]]),
      ),
    });
    if (given.cancel === true) return null;
    if (given.responseHeaders === undefined) return headers;
    return Object.fromEntries(
      Object.entries(given.responseHeaders).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value.join(', '),
      ]),
    );
  }

  async #ask(stage: Stage, details: Details): Promise<Answer> {
    const kept = this.#listeners.get(stage);
    if (kept === undefined || !kept.filter.urls.some((one) => matches(one, details.url))) return {};
    return await new Promise((resolve) => {
      kept.listener(details, resolve);
    });
  }
}

/** `scheme://host/path` with stars, as extensions write it. */
export function matches(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true;
  const literal = pattern.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('*', '.*')}$`, 'u').test(url);
}
