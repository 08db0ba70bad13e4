import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvField, guard, unguard } from './csvField.ts';

const nasty = fc.string({
  unit: fc.constantFrom(...Array.from(`=+-@\t\r\n'" ,;•0019ab＝＋＠\u00a0\u200f\ufeff\0Ж😀`)),
  maxLength: 12,
});

describe('the formula guard', () => {
  it.each([
    '=cmd|/C calc!A0',
    '+cmd',
    '-2+3',
    '+1+cmd',
    '@SUM(A1)',
    '\rx',
    ' =1',
    '"=1',
    "'=1",
    '＝1',
    '+',
    '-',
    '--1',
    '+998-90-123-45-67',
    '+1 -2',
    '+1 2 A1',
    '+998 90 123;4',
  ])('puts an apostrophe before %j', (value) => {
    expect(guard(value)).toBe(`'${value}`);
  });

  it.each([
    '+998901234567',
    '+998 90 123 45 67',
    '+998 90 ••• •• 67',
    '+998 (90) 123-45-67',
    '+998(90)1234567',
    '+7 999 123-45-67',
    '-12.50',
    '+7',
    '-1,234.56',
    "O'Neil",
    "'quoted'",
    'a=b',
    '',
    '1-2',
    'Иван',
  ])('spares %j', (value) => {
    expect(guard(value)).toBe(value);
  });

  it.each([
    ['x;=cmd', "x;'=cmd"],
    ['x,=cmd', "x,'=cmd"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\r\n-1', "x\r'\n'-1"],
    ['x; "=cmd', `x;' "=cmd`],
    ["x;'=cmd", "x;''=cmd"],
    ['Ivan, +998901234567', "Ivan,' +998901234567"],
    ['=1;=2', "'=1;'=2"],
    ['\t=1', "'\t'=1"],
    ['+998901234567;=1', "'+998901234567;'=1"],
    ['a;b=c', 'a;b=c'],
  ])('puts one where another delimiter begins a cell: %j', (value, guarded) => {
    expect(guard(value)).toBe(guarded);
  });

  it('leaves no formula to a reader with any delimiter', () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom(',', ';', '\t'), (value, delimiter) => {
        const cells = `x${delimiter}${csvField(`x${value}`)}`.split(/[,;\t\r\n]/u);
        for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('is undone exactly, whatever the value', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        expect(unguard(guard(value))).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a field', () => {
  it('is in quotes exactly where it needs them', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const guarded = guard(value);
        const isBare = !/[",;\p{Cc}]|^\s|\s$/u.test(guarded);
        expect(csvField(value)).toBe(isBare ? guarded : `"${guarded.replaceAll('"', '""')}"`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\r\nb', '"a\r\nb"'],
    [' a', '" a"'],
    ['a b', 'a b'],
    ['=1,2', `"'=1,2"`],
    ['a\0b', '"a\0b"'],
  ])('%j is written as %j', (value, written) => {
    expect(csvField(value)).toBe(written);
  });
});
