import { describe, expect, it } from 'vitest';

import { errorFacts } from './errorFacts.ts';

function withStack(error: Error, stack: string): Error {
  error.stack = stack;
  return error;
}

describe('what is kept of an error', () => {
  it('is its kind, its code and where it came from, but not what it says', () => {
    const error = withStack(
      Object.assign(new RangeError('customer Ivanov, 2200 7008 1234 5678'), { code: 'ENOSPC' }),
      [
        'RangeError: customer Ivanov, 2200 7008 1234 5678',
        'second line: at 4815.00 RUB',
        '    at append (/home/ivanov/desk/src/core/journal/journalFile.ts:10:5)',
        '    at async Object.<anonymous> (file:///C:/Users/ivanov/desk/out/main/index.js:1:200)',
        '    at /home/ivanov/x.ts:1:1',
        '    at node:internal/process/task_queues:103:5',
      ].join('\n'),
    );
    expect(errorFacts(error)).toEqual({
      error: 'RangeError',
      code: 'ENOSPC',
      stack: [
        'at append (src/core/journal/journalFile.ts:10:5)',
        'at async Object.<anonymous> (out/main/index.js:1:200)',
        'at x.ts:1:1',
        'at node:internal/process/task_queues:103:5',
      ].join('\n'),
    });
  });

  it('is next to nothing where it is no error, or its code is no code', () => {
    expect(errorFacts('customer Ivanov')).toEqual({ error: 'string', code: null, stack: '' });
    const odd = withStack(Object.assign(new Error('x'), { code: 'Ivanov, 4815 RUB' }), '');
    expect(errorFacts(odd)).toMatchObject({ code: null });
  });

  it('tells where a real one came from', () => {
    expect(errorFacts(new TypeError('x'))['stack']).toContain('core/journal/errorFacts.test.ts');
  });
});
