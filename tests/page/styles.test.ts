import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { DARK, LIGHT } from '../../src/renderer/tokens.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RENDERER = path.join(ROOT, 'src/renderer');

it('the outline before the app has the app’s own colours', () => {
  const skeleton = readFileSync(path.join(RENDERER, 'skeleton.css'), 'utf8');
  const colours = [...skeleton.matchAll(/--outline-(?<token>[\w-]+): (?<value>#\w+);/gu)];
  const given = (theme: Readonly<Record<string, string>>): number =>
    colours.filter(({ groups }) => theme[groups?.['token'] ?? ''] === groups?.['value']).length;
  expect([given(LIGHT), given(DARK)]).toEqual([colours.length / 3, (colours.length / 3) * 2]);
});

it('tokens.css has the colours of tokens.ts', () => {
  const tokens = readFileSync(path.join(RENDERER, 'ui/tokens.css'), 'utf8');
  const coloursIn = (scheme: string): Record<string, string> => {
    const rule = tokens.split(`[data-color-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? '';
    const given = [...rule.matchAll(/--desk-(?<token>[\w-]+): (?<value>#\w+);/gu)];
    return Object.fromEntries(
      given.map(({ groups }) => [groups?.['token'] ?? '', groups?.['value'] ?? '']),
    );
  };
  expect([coloursIn('light'), coloursIn('dark')]).toEqual([LIGHT, DARK]);
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
