import { describe, expect, it } from 'vitest';

import { DARK, LIGHT, type Token } from './tokens.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const lighter = Math.max(luminance(one), luminance(other));
  const darker = Math.min(luminance(one), luminance(other));
  return (lighter + 0.05) / (darker + 0.05);
}

const TEXT_PAIRS: readonly (readonly [Token, Token])[] = [
  ...(['background', 'panel', 'soft', 'accent-tint'] as const).flatMap(
    (ground) =>
      [
        ['ink', ground],
        ['muted', ground],
        ['accent', ground],
      ] as const,
  ),
  ['good', 'good-tint'],
  ['good', 'panel'],
  ['unknown', 'unknown-tint'],
  ['unknown', 'panel'],
  ['unknown', 'background'],
  ['bad', 'bad-tint'],
  ['bad', 'panel'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-live', 'live'],
];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s colours', (_name, colours) => {
  it.each(TEXT_PAIRS)('%s on %s reaches AA for text', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['panel', 'background', 'soft', 'accent-tint'] as const)(
    'frames an input on %s with at least 3:1',
    (ground) => {
      expect(contrast(colours['field-line'], colours[ground])).toBeGreaterThanOrEqual(3);
    },
  );

  it('outlines an unknown with at least 3:1', () => {
    expect(contrast(colours['unknown-line'], colours.panel)).toBeGreaterThanOrEqual(3);
  });
});
