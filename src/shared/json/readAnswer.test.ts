import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readAnswer, readJson } from './readJson.ts';

/** As JSON writes a whole number: no leading zero. */
const digits = fc.stringMatching(/^[1-9][0-9]{0,29}$/u);

describe('the number to pay to, written as a JSON number', () => {
  it.each(['2200700212345678901', '9860123456789012', '4111111111111111', '79990001122'])(
    'keeps every digit of %s',
    (number) => {
      expect(readAnswer(`{"data":{"payment_data":{"number":${number}}}}`)).toEqual({
        ok: true,
        value: { data: { payment_data: { number } } },
      });
    },
  );

  it('keeps the digits of any whole number, exactly as the text has them', () => {
    fc.assert(
      fc.property(digits, fc.constantFrom('', ' ', '\n'), (number, space) => {
        const read = readAnswer(`{"payment_data":${space}{"number":${space}${number}${space}}}`);
        expect(read).toEqual({ ok: true, value: { payment_data: { number } } });
      }),
    );
  });

  it('reads every other number as readJson does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('amount_cents', 'bic', 'fee', 'numbers'),
        fc.oneof(digits, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
        (key, written) => {
          const text = `{"${key}":${written},"payment_data":{"${key}":${written}},"number":1}`;
          expect(readAnswer(text)).toEqual(readJson(text));
        },
      ),
    );
  });

  it.each(['-4111111111111111', '4111111111111111.0', '4.1e15'])(
    'leaves %s a number, which no requisite is',
    (written) => {
      expect(readAnswer(`{"payment_data":{"number":${written}}}`)).toEqual({
        ok: true,
        value: { payment_data: { number: Number(written) } },
      });
    },
  );

  it('still refuses a key given twice', () => {
    expect(readAnswer('{"payment_data":{"number":1,"number":2}}').ok).toBe(false);
  });
});

describe('a byte order mark', () => {
  it('is skipped before the value, and nowhere else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.nat())), (made) => {
        expect(readJson(`\uFEFF${JSON.stringify(made)}`)).toEqual({ ok: true, value: made });
      }),
    );
    expect(readJson('\uFEFF\uFEFF{}').ok).toBe(false);
    expect(readJson('{}\uFEFF').ok).toBe(false);
  });
});
