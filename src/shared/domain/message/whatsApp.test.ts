import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { exampleValues } from './example.ts';
import { alteredByWhatsApp } from './whatsApp.ts';

const VALUES = exampleValues('requisites', 'en');
const isAltered = (reason: string): boolean =>
  alteredByWhatsApp('{reason}', { ...VALUES, reason }).length > 0;

/** What is read as formatting, as one pattern. It takes the square of the text's length. */
const READ = /(?<![\p{L}\p{N}])(?<mark>[*_~`])(?=\S).+?(?<=\S)\k<mark>(?![\p{L}\p{N}])/u;

it('sees exactly the marks that WhatsApp reads', () => {
  const letters = fc.constantFrom('*', '_', '~', '`', 'a', '7', ' ', '.', '\n', 'Я', '😀');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(isAltered(text)).toBe(READ.test(text));
    }),
    { numRuns: 2000 },
  );
});

it('reads 300,000 characters of nothing but beginnings at once', () => {
  const startedMs = performance.now();
  expect(isAltered(' _x'.repeat(100_000))).toBe(false);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});
