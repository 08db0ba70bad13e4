import { afterEach, describe, expect, it, vi } from 'vitest';

import { loopbackTransport } from './loopback.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page as far as the transport looks at it. */
function openTransport(fetch: typeof globalThis.fetch) {
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', fetch);
  return loopbackTransport({
    session: { kind: 'open', token: 't', proof: { id: 'i', key: 'k' }, isFresh: true },
    onSessionLost: () => undefined,
    onStranger: () => undefined,
    onStream: () => undefined,
  });
}

describe('a call over loopback', () => {
  it('outlives the page where it has to, as far as the browser lets it', async () => {
    const kept: (boolean | undefined)[] = [];
    const { invoke } = openTransport(async (_, init) => {
      kept.push(init?.keepalive);
      return Response.json({ ok: true, value: null });
    });
    await invoke('draft.keep', { draft: null });
    await invoke('draft.keep', { draft: null }, { outlivesPage: true });
    // A browser refuses more than 64 KiB outright; sent as usual it has at least a chance.
    await invoke('draft.keep', { draft: 'ж'.repeat(33_000) }, { outlivesPage: true });
    expect(kept).toEqual([false, true, false]);
  });
});
