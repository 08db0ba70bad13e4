import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { DARK, LIGHT } from '../../src/renderer/tokens.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RENDERER = path.join(ROOT, 'src/renderer');

/** Colours as a stylesheet gives them to both themes: `--desk-ink: light-dark(#171a21, #e8ebf1)`. */
function coloursIn(file: string, prefix: string): readonly [light: Colours, dark: Colours] {
  const text = readFileSync(path.join(RENDERER, file), 'utf8');
  const given = [
    ...text.matchAll(/--(?<name>[\w-]+): light-dark\((?<light>#\w+), (?<dark>#\w+)\);/gu),
  ].map(({ groups }) => ({ light: '', dark: '', ...groups, token: groups?.['name'] ?? '' }));
  const colours = given.map(({ token, light, dark }) => {
    expect(token.startsWith(prefix)).toBe(true);
    return { token: token.slice(prefix.length), light, dark };
  });
  return [
    Object.fromEntries(colours.map(({ token, light }) => [token, light])),
    Object.fromEntries(colours.map(({ token, dark }) => [token, dark])),
  ];
}

type Colours = Readonly<Record<string, string>>;

it('the outline before the app has the app’s own colours', () => {
  const [light, dark] = coloursIn('skeleton.css', 'outline-');
  expect(Object.keys(light)).not.toEqual([]);
  expect([LIGHT, DARK]).toMatchObject([light, dark]);
});

it('tokens.css has the colours of tokens.ts', () => {
  expect(coloursIn('ui/tokens.css', 'desk-')).toEqual([LIGHT, DARK]);
});

it('no stylesheet asks for a measure that tokens.css does not have', () => {
  const tokens = readFileSync(path.join(RENDERER, 'ui/tokens.css'), 'utf8');
  const known = new Set(
    [...tokens.matchAll(/^ {2}(?<name>--[\w-]+):/gmu)].map(({ groups }) => groups?.['name']),
  );
  const asked = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [
      ...readFileSync(path.join(RENDERER, file), 'utf8').matchAll(
        /var\((?<name>--(?:space|text|lead|weight|radius|line|control|ring|shadow|sans|mono|desk)[\w-]*)/gu,
      ),
    ])
    .map(({ groups }) => groups?.['name']);
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
});
