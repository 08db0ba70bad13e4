import { describe, expect, it } from 'vitest';

import { disposeFault } from './mutations.ts';

describe('what was agreed about another paid amount', () => {
  it('has to be chosen, and "other" needs words', () => {
    expect(disposeFault(null, 'a note')).toBe('kind');
    expect(disposeFault('other', '  ')).toBe('note');
    expect(disposeFault('other', 'half now')).toBeNull();
    expect(disposeFault('accepted', '')).toBeNull();
  });
});
