import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { clipText, cutText } from './cutText.ts';

describe('a text that is cut', () => {
  it('is a beginning of it, as long as asked for, and never half a character', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, most) => {
        const cut = cutText(text, most);
        expect(text.startsWith(cut)).toBe(true);
        expect(() => encodeURIComponent(cut)).not.toThrow();
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
      }),
    );
  });

  it('says that something was left out, and only then', () => {
    expect(clipText('abc', 3)).toBe('abc');
    expect(clipText('abcd', 3)).toBe('abc…');
    expect(clipText('ab😀', 3)).toBe('ab…');
  });
});
