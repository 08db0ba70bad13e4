import { expect, it } from 'vitest';

import { EVERY_CALLBACK } from '#shared/domain/callback.ts';

import { createCallbackIndex } from './callbackIndex.ts';
import { IN_MEMORY, openIndex } from './schema.ts';
import { createWords } from './words.ts';

it('pages go on where the one before ended, also within one moment and where the clock went back', () => {
  const db = openIndex(IN_MEMORY);
  const index = createCallbackIndex(db, createWords(db));
  const times = [500, 700, 700, 700, 600, 700, 500, 500];
  for (const [at, atMs] of times.entries()) {
    const profileId = at % 3 === 0 ? 'shop' : 'kassa';
    index.add({ seq: at + 1, atMs, profileId, taken: at % 2 === 0 ? 'applied' : 'apart' });
  }
  const inOrder = times
    .map((atMs, at) => ({ atMs, seq: at + 1 }))
    .toSorted((a, b) => (a.atMs === b.atMs ? b.seq - a.seq : b.atMs - a.atMs))
    .map(({ seq }) => seq);
  for (const size of [1, 2, 3, 7, 8, 9]) {
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = index.seqs(EVERY_CALLBACK, before, size);
      expect(page.total).toBe(times.length);
      seen.push(...page.seqs);
      before = page.next;
    } while (before !== null);
    expect(seen, `in pages of ${size}`).toEqual(inOrder);
  }
  db.close();
});
