import { describe, expect, it } from 'vitest';

import { choices, listCodec, valueAt, withValueAt } from './fields.ts';

const DOCUMENT = { body: 'json', callback: { keys: { id: 'id' } }, headers: [{ name: 'X-A' }] };

describe('a value in a document', () => {
  it.each([
    ['body', 'json'],
    ['callback.keys.id', 'id'],
    ['headers.0.name', 'X-A'],
    ['callback.none.id', undefined],
  ])('at %s is %j', (path, value) => {
    expect(valueAt(DOCUMENT, path)).toBe(value);
  });

  it('is replaced at its place, and the document before stays as it was', () => {
    const next = withValueAt(DOCUMENT, 'headers.0.name', 'X-B');
    expect(next).toEqual({ ...DOCUMENT, headers: [{ name: 'X-B' }] });
    expect(DOCUMENT.headers).toEqual([{ name: 'X-A' }]);
  });
});

describe('a list in one line', () => {
  it('takes commas, semicolons and line ends, and drops blanks', () => {
    expect(listCodec().parse(' a, b;;c \n')).toEqual(['a', 'b', 'c']);
  });

  it('is printed by commas', () => {
    expect(listCodec(Number).print([400, 401])).toBe('400, 401');
  });
});

it('an option that is not known is shown as it is', () => {
  const { optionLabel } = choices(['json'], () => 'knob.body.json');
  expect(optionLabel?.('xml', (key) => key)).toBe('xml');
  expect(optionLabel?.('json', (key) => key)).toBe('knob.body.json');
});
