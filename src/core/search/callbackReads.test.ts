import { expect, it } from 'vitest';

import { EVERY_CALLBACK } from '#shared/domain/callback.ts';

import { createCallbackReads } from './callbackReads.ts';
import { callbackKind, createHappened } from './happened.ts';
import { IN_MEMORY, openIndex } from './schema.ts';
import { createWords } from './words.ts';

it('pages go on where the one before ended, also within one moment and where the clock went back', () => {
  const db = openIndex(IN_MEMORY);
  const happened = createHappened(db, createWords(db));
  const index = createCallbackReads(happened);
  const times = [500, 700, 700, 700, 600, 700, 500, 500];
  for (const [at, atMs] of times.entries()) {
    const profileId = at % 3 === 0 ? 'shop' : 'kassa';
    happened.add(callbackKind(at % 2 === 0 ? 'applied' : 'apart'), at + 1, atMs, profileId);
  }
  const inOrder = times
    .map((atMs, at) => ({ atMs, seq: at + 1 }))
    .toSorted((a, b) => (a.atMs === b.atMs ? b.seq - a.seq : b.atMs - a.atMs))
    .map(({ seq }) => seq);
  for (const size of [1, 2, 3, 7, 8, 9]) {
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = index.callbackSeqs(EVERY_CALLBACK, before, size);
      expect(page.total).toBe(times.length);
      seen.push(...page.seqs);
      before = page.next;
    } while (before !== null);
    expect(seen, `in pages of ${size}`).toEqual(inOrder);
  }
  db.close();
});
