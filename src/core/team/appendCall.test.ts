import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { arrayText } from './appendCall.ts';

/** As `pg` reads a `text[]` of the server. Its types know no arrays. */
const TEXT_ARRAY = 1009;
const read = z
  .custom<(text: string) => unknown>((found) => typeof found === 'function')
  .parse(Reflect.apply(pg.types.getTypeParser, null, [TEXT_ARRAY]));

it('an array is read back as it was written', () => {
  const odd = fc.constantFrom(
    '',
    'NULL',
    'null',
    '{}',
    '"',
    '\\',
    '\\"',
    ',',
    '{a,"b"}',
    ' ',
    '\n',
    '\\x00',
  );
  const item = fc.oneof(fc.string({ unit: 'binary' }), odd, fc.constant(null));
  fc.assert(
    fc.property(fc.array(item), (items) => {
      expect(read(arrayText(items))).toEqual(items);
    }),
  );
});

it('numbers, booleans and bytes are written as PostgreSQL reads them', () => {
  expect(arrayText([1, -2, Number.MAX_SAFE_INTEGER])).toBe('{"1","-2","9007199254740991"}');
  expect(arrayText([true, false, null])).toBe('{"true","false",NULL}');
  expect(arrayText([Buffer.from([0, 255, 16])])).toBe('{"\\\\x00ff10"}');
});
