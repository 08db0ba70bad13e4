import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createLineReader, loopbackTransport } from './loopback.ts';

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

describe('the line reader', () => {
  it('gives the same lines however the text was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 7 }), (values, size) => {
        const sent = values.map((value) => JSON.stringify(value));
        const text = sent.map((line) => `${line}\n\n`).join('');
        const received: string[] = [];
        const read = createLineReader((line) => received.push(line));
        for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
        expect(received).toEqual(sent);
      }),
    );
  });

  it('holds an unfinished line back', () => {
    const received: string[] = [];
    createLineReader((line) => received.push(line))('{"name":');
    expect(received).toEqual([]);
  });
});
