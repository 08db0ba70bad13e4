import { afterEach, expect, test } from 'vitest';

import { refuseMarkup } from './trustedTypes.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'trustedTypes');
});

test('the page’s one policy lets text through, and never a tag', () => {
  const made: [string, Readonly<Record<string, (text: string) => string>>][] = [];
  Reflect.set(globalThis, 'trustedTypes', {
    createPolicy: (...policy: (typeof made)[number]) => made.push(policy),
  });
  refuseMarkup();
  const [name, rules] = made[0] ?? [];
  expect(made).toHaveLength(1);
  expect(name).toBe('default');
  // Script and the address of one have no rule: a browser refuses what has none.
  expect(Object.keys(rules ?? {})).toEqual(['createHTML']);
  expect(rules?.['createHTML']?.(':root{--a:1px}')).toBe(':root{--a:1px}');
  for (const markup of ['<b>', '</style><script>', 'a<!--', '<']) {
    expect(() => rules?.['createHTML']?.(markup)).toThrow('refused');
  }
});

test('a browser without such policies draws the page all the same', () => {
  expect(refuseMarkup).not.toThrow();
});
