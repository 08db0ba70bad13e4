import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hasHidden, hiddenCodes, visibleText } from './visibleText.ts';

const HIDDEN = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u061c',
  '\u202e',
  '\u2066',
  '\u{e0041}',
  '\ufe0f',
  '\u3164',
  '\u2800',
  '\u0007',
  '\u180e',
] as const;
const SPACES = ['\u00a0', '\u202f', '\u2007', '\u2003', '\u3000', '\t', '\n', '\u2028'] as const;
const visible = fc.stringMatching(/^[\p{L}\p{N} ._+:/@-]*$/u);

describe('what can be seen of a text', () => {
  it('is the text where nothing is hidden', () => {
    fc.assert(
      fc.property(visible, (text) => {
        fc.pre(!hasHidden(text));
        expect(visibleText(text)).toBe(text);
        expect(hiddenCodes(text)).toEqual([]);
      }),
    );
  });

  it('is the same whatever is hidden in it, and the hidden are named', () => {
    fc.assert(
      fc.property(visible, visible, fc.constantFrom(...HIDDEN), (before, after, hidden) => {
        fc.pre(!hasHidden(before + after));
        expect(hasHidden(before + hidden + after)).toBe(true);
        expect(visibleText(before + hidden + after)).toBe(before + after);
        expect(hiddenCodes(before + hidden + after)).toHaveLength(1);
      }),
    );
  });

  it('keeps what joins an emoji', () => {
    for (const text of ['👩‍💻', 'Anna ❤️', '👍🏽', 'علي']) {
      expect(visibleText(text)).toBe(text);
      expect(hasHidden(text)).toBe(false);
    }
    expect(visibleText('👩\u200d')).toBe('👩');
    expect(visibleText('a\ufe0f\u200db')).toBe('ab');
  });

  it('has plain spaces for all others', () => {
    for (const space of SPACES) {
      expect(visibleText(`IVAN${space}P.`)).toBe('IVAN P.');
      expect(hasHidden(`IVAN${space}P.`)).toBe(true);
    }
  });

  it('has nothing hidden left, and is its own visible text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hasHidden(visibleText(text))).toBe(false);
        expect(visibleText(visibleText(text))).toBe(visibleText(text));
      }),
    );
  });
});
