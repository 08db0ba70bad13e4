import { describe, expect, it } from 'vitest';

import { compareSignatures } from './labSample.ts';

describe('comparing with the provider’s signature', () => {
  it.each([
    ['b1b6f3', '', 'b1b6f3', 'match'],
    ['b1b6f3', '', ' b1b6f3\n', 'match'],
    ['b1b6f3', '', 'B1B6F3', 'other_case'],
    ['b1b6f3', '', 'sha256=b1b6f3', 'with_prefix'],
    ['b1b6f3', '', 'b1b6f4', 'different'],
    ['b1b6f3', '', '  ', null],
    [null, '', 'b1b6f3', null],
    ['b1b6f3', 'Bearer ', 'Bearer b1b6f3', 'match'],
    ['b1b6f3', 'Bearer ', 'Authorization: Bearer b1b6f3', 'match'],
    ['b1b6f3', 'Bearer ', 'b1b6f3', 'without_prefix'],
    ['b1b6f3', 'Bearer ', 'sha256=b1b6f3', 'with_prefix'],
    ['b1b6f3', 'Bearer ', 'Bearer B1B6F3', 'other_case'],
  ] as const)('%s after %j and %j: %s', (made, prefix, pasted, verdict) => {
    expect(compareSignatures(made, prefix, pasted)).toBe(verdict);
  });
});
