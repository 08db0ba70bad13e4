import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { refusalSchema } from '#shared/dialect/schema.ts';

import { leavesOf, likeliest, looksUnlike } from './leaves.ts';

const likeliestOf = (answer: unknown): string | undefined =>
  likeliest(leavesOf(JSON.stringify(answer)) ?? [])?.path;

describe('what a refusal can be known by', () => {
  it('lists every scalar by its path, places in lists by their number', () => {
    const body = JSON.stringify({
      status: false,
      error: { code: 'NO_REQ', left: null },
      errors: ['busy', { why: 7 }],
    });
    expect(leavesOf(body)).toEqual([
      { path: 'status', value: false },
      { path: 'error.code', value: 'NO_REQ' },
      { path: 'error.left', value: null },
      { path: 'errors.0', value: 'busy' },
      { path: 'errors.1.why', value: 7 },
    ]);
  });

  it('leaves out what a path cannot name and values that are too long', () => {
    const body = JSON.stringify({ 'a.b': 1, 'two words': 2, '': 3, long: 'x'.repeat(501), ok: 4 });
    expect(leavesOf(body)).toEqual([{ path: 'ok', value: 4 }]);
  });

  it.each(['', 'Bad gateway', '<html>', '{"code":1,"code":2}'])('%j is no JSON', (body) => {
    expect(leavesOf(body)).toBeNull();
  });

  it.each(['5', '"no"', 'null', '[]', '{}'])('%s names nothing', (body) => {
    expect(leavesOf(body)).toEqual([]);
  });

  it('only ever offers what can be taught', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        for (const { path, value } of leavesOf(body) ?? []) {
          const refusal = { status: 200, path, value, meaning: 'refused' };
          expect(refusalSchema.safeParse(refusal).success).toBe(true);
        }
      }),
    );
  });
});

describe('the leaf to begin with', () => {
  it.each([
    [{ status: false, code: 'NO_REQ', message: 'No requisites' }, 'code'],
    [{ success: false, error: { code: 17, message: 'blocked' } }, 'error.code'],
    [{ id: 5, status: 'declined', message: 'no' }, 'status'],
    [{ ok: false, message: 'no' }, 'ok'],
    [{ error: 'no_requisites', request_id: 'abc' }, 'error'],
    [{ foo: 'bar' }, 'foo'],
    [{}, undefined],
  ] as const)('of %j is %s', (answer, path) => {
    expect(likeliestOf(answer)).toBe(path);
  });

  it('is warned of where it would match everything or nothing', () => {
    expect(looksUnlike({ path: 'status', value: false })).toBe('common');
    expect(looksUnlike({ path: 'request_id', value: 'abc' })).toBe('changing');
    expect(looksUnlike({ path: 'x', value: '2026-11-15T10:00:00Z' })).toBe('changing');
    expect(looksUnlike({ path: 'code', value: 'NO_REQ' })).toBeNull();
  });
});
