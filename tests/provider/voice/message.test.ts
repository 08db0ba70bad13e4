import { expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';

import { messageOf } from './message.ts';

const WORDING = { encoding: 'json', state: 'paid', cents: 1, changed: {}, signed: 'none' } as const;

it('a name is a name: nothing that a plan calls a field reaches beyond the message', () => {
  const fields = [
    ['data.id', 'r-1'],
    ['data.__proto__.isAdmin', 'yes'],
    ['__proto__.state', 'paid'],
    ['constructor.prototype.amount', 7],
  ] as const;
  const { body } = messageOf(fields, DEFAULT_DIALECT, WORDING, '');
  expect(body).toBe(
    '{"data":{"id":"r-1","__proto__":{"isAdmin":"yes"}},"__proto__":{"state":"paid"},"constructor":{"prototype":{"amount":7}}}',
  );
  expect(['isAdmin', 'state', 'amount'].filter((name) => name in {})).toEqual([]);
});
