import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createSignatures } from './signatures.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', 'ж'), maxLength: 12 });

describe('signatures', () => {
  it('leave out no document that has the words, the newest first, and next to none that has not', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 80 }),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.nat(80),
        (documents, words, most) => {
          const signatures = createSignatures();
          for (const [at, document] of documents.entries()) signatures.add(at, document);
          const end = Math.min(most, documents.length);
          const found = signatures.mayHave(words, end);
          expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a));
          expect(found.every((at) => at < end)).toBe(true);
          const missed = documents
            .slice(0, end)
            .filter(
              (document, at) =>
                words.every((word) => document.includes(word)) && !found.includes(at),
            );
          expect(missed).toEqual([]);
        },
      ),
    );
    const many = createSignatures();
    for (let at = 0; at < 1000; at += 1) many.add(at, `d-0104-${at}\0+7000555${at}`);
    expect(many.mayHave(['d-0104-577'], 1000)).toContain(577);
    expect(many.mayHave(['d-0104-577'], 1000).length).toBeLessThan(20);
  });
});
