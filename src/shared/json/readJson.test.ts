import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readJson } from './readJson.ts';

/** What JSON.parse reads without rounding. */
const exactJson = fc.jsonValue({ maxDepth: 5 }).filter((value) => {
  const numbers = JSON.stringify(value).match(/-?[0-9][0-9.eE+-]*/gu) ?? [];
  return numbers.every(
    (text) => !Number.isInteger(Number(text)) || Math.abs(Number(text)) < 2 ** 53,
  );
});

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(exactJson, fc.nat({ max: 4 }), (made, indent) => {
        const text = JSON.stringify(made, null, indent);
        const value: unknown = JSON.parse(text);
        expect(readJson(text)).toEqual({ ok: true, value });
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what JSON.parse refuses, and never throws', () => {
    const mangled = fc
      .tuple(exactJson, fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', '0', '\u0000', 'e', '-'))
      .map(([value, at, noise]) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + noise + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(fc.oneof(mangled, fc.string()), (text) => {
        const read = readJson(text);
        if (read.ok) expect(JSON.parse(text)).toEqual(read.value);
        else if (parses(text)) expect(read.error).toMatch(/twice|safe range|too large|deeply/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('lets integers through that a number rounds, where it is asked to', () => {
    expect(readJson('[9223372036854775807]', 'rounded')).toEqual({ ok: true, value: [2 ** 63] });
    expect(readJson('[1e999]', 'rounded').ok).toBe(false);
    expect(readJson('{"a":1,"a":2}', 'rounded').ok).toBe(false);
  });

  it('leaves numbers as they were written, where it is asked to', () => {
    expect(readJson('{"a":[1450.00,-0,1e2,9223372036854775807,true]}', 'verbatim')).toEqual({
      ok: true,
      value: { a: ['1450.00', '-0', '1e2', '9223372036854775807', true] },
    });
    expect(readJson('[1e999]', 'verbatim').ok).toBe(false);
    expect(readJson('{"a":1,"a":2}', 'verbatim').ok).toBe(false);
  });

  it.each([
    ['{"id":"a","id":"b"}', 'given twice'],
    ['{"a":{"x":1,"\\u0078":2}}', 'given twice'],
    ['{"amount_cents":9007199254740993}', 'safe range'],
    ['[1e300]', 'safe range'],
    ['[1e999]', 'too large'],
    ['', 'unexpected character'],
    ['<html>', 'unexpected character'],
    ['{} {}', 'after the value'],
    ['[01]', 'expected ]'],
    [`${'['.repeat(500)}${']'.repeat(500)}`, 'too deeply'],
  ])('refuses %j: %s', (text, why) => {
    const read = readJson(text);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error).toContain(why);
  });

  it('does not repeat a key as long as the answer', () => {
    const key = JSON.stringify('k'.repeat(100_000));
    const read = readJson(`{${key}:1,${key}:2}`);
    expect(!read.ok && read.error.length).toBeLessThan(200);
  });

  it('reads texts of every length alike, escaped or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        for (const written of [JSON.stringify(text), `"\\u0041${JSON.stringify(text).slice(1)}`]) {
          const value: unknown = JSON.parse(written);
          expect(readJson(written)).toEqual({ ok: true, value });
        }
      }),
      { numRuns: 1000 },
    );
    expect(readJson('"a\u0001b"').ok).toBe(false);
    expect(readJson('"a\u007Fb"')).toEqual({ ok: true, value: 'a\u007Fb' });
  });

  it('keeps __proto__ an ordinary key', () => {
    const read = readJson('{"__proto__":{"polluted":true}}');
    expect(read.ok && JSON.stringify(read.value)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
