import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const RENDERER = path.join(import.meta.dirname, '../../src/renderer');

/** Neither knows of the text size, which is a zoom of the page (src/renderer/ui/page.ts): the layout would not follow it. */
const DEAF = [
  { what: /@media[^{]*\b(?:width|height)\b/u, instead: '@container page (width < …)' },
  { what: /\d(?:vw|vh|vi|vb|vmin|vmax|[dsl]v[wh])\b/u, instead: 'cqi, cqb' },
];

const stylesheets = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);

test('breakpoints follow the text size', () => {
  const found = stylesheets.flatMap((name) => {
    const text = readFileSync(path.join(RENDERER, name), 'utf8').replaceAll(/\/\*.*?\*\//gsu, '');
    return DEAF.flatMap(({ what, instead }) => {
      const match = what.exec(text);
      return match === null ? [] : [`${name}: ${match[0]} → ${instead}`];
    });
  });
  expect(stylesheets.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});
