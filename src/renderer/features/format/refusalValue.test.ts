import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { typedValue, valueText } from './draft.ts';

describe('the value of a refusal', () => {
  it.each([
    ['NO_REQ', 'NO_REQ'],
    ['"NO_REQ"', 'NO_REQ'],
    [' 12 ', 12],
    ['"12"', '12'],
    ['false', false],
    ['null', null],
    ['[1]', '[1]'],
    ['{"a":1}', '{"a":1}'],
    ['', ''],
  ] as const)('%j is read as %j', (typed, value) => {
    expect(typedValue(typed)).toBe(value);
  });

  it('is read back as it is shown', () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(scalar, (value) => {
        expect(typedValue(valueText(value))).toBe(value);
      }),
    );
  });
});
