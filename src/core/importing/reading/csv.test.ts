import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FREE_STEP } from '../testing/workbook.ts';
import { type Delimiter, csvRows, detectDelimiter } from './csv.ts';
import { detectEncoding, isBinary } from './encoding.ts';

async function read(
  bytes: Uint8Array,
  delimiter: Delimiter = ',',
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  const encoding = detectEncoding(bytes);
  for await (const { cells } of csvRows(bytes, encoding, delimiter, FREE_STEP)) rows.push(cells);
  return rows;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');
/** UTF-8 has no place for half a character. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** A second reader: a machine of four states over the whole text, from RFC 4180. Line ends are CRLF or LF. */
function plainRead(text: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [['']];
  let state: 'start' | 'bare' | 'quoted' | 'closed' = 'start';
  const row = (): string[] => rows.at(-1) ?? [];
  const put = (character: string): void => void row().push((row().pop() ?? '') + character);
  const characters = Array.from(text);
  for (const [at, character] of characters.entries()) {
    if (state === 'quoted') {
      if (character === '"') state = 'closed';
      else put(character);
    } else if (state === 'closed' && character === '"') {
      put('"');
      state = 'quoted';
    } else if (character === delimiter) {
      row().push('');
      state = 'start';
    } else if (character === '\n') {
      rows.push(['']);
      state = 'start';
    } else if (character === '\r' && characters[at + 1] === '\n') {
      continue;
    } else if (character === '"' && state === 'start') state = 'quoted';
    else {
      put(character);
      state = 'bare';
    }
  }
  return rows;
}

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '1500,50',
    'a;b',
    '"',
    '""',
    'say "hi"',
    'two\nlines',
    'кл\u00a0иент',
    '\t',
    ' x ',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

describe('rows of a CSV file', () => {
  it('are the cells that were written, whatever they hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, delimiter, newline) => {
          const text = rows.map((cells) => cells.map(quoted).join(delimiter) + newline).join('');
          const seen = await read(bytesOf(text), delimiter);
          // A CR before the line end is taken for a part of it.
          const withoutCr = (cells: readonly string[]): readonly string[] => [
            ...cells.slice(0, -1),
            (cells.at(-1) ?? '').replace(/\r$/u, ''),
          ];
          const written = rows.map((cells) => cells.map(wellFormed));
          expect(seen.slice(0, -1).map(withoutCr)).toEqual(written.map(withoutCr));
        },
      ),
    );
  });

  it('are those that another reader sees, where quotes stand only where they may', async () => {
    const bare = fc.string({ maxLength: 8 }).filter((text) => !/["\r\n,]/u.test(text));
    const field = fc.oneof(bare, cell.filter((text) => !text.includes('\r')).map(quoted));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(field, { minLength: 1, maxLength: 4 })), async (rows) => {
        const text = wellFormed(
          rows
            .map(
              (cells) => `${cells.join(',')}
`,
            )
            .join(''),
        );
        expect(await read(bytesOf(text))).toEqual(text === '' ? [] : plainRead(text, ','));
      }),
    );
  });

  it('are whole where a piece of the file ends inside of them', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => `${at},"строка ${at}\nдальше",конец`);
    const rows = await read(bytesOf(`${long.join('\r\n')}\r\n`));
    expect(rows).toHaveLength(4001);
    expect(rows[3999]).toEqual(['3999', 'строка 3999\nдальше', 'конец']);
  });

  it('may end in LF, CRLF or CR', async () => {
    const expected = [['a', 'b'], ['c', 'd'], ['']];
    expect(await read(bytesOf('a,b\nc,d\n'))).toEqual(expected);
    expect(await read(bytesOf('a,b\r\nc,d\r\n'))).toEqual(expected);
    expect(await read(bytesOf('a,b\rc,d\r'))).toEqual(expected);
    expect(await read(bytesOf('a,b\r\nc,d\n'))).toEqual(expected);
  });

  it('skip the line with which Excel names the delimiter', async () => {
    expect(detectDelimiter('sep=;\r\na;b\r\n')).toBe(';');
    expect((await read(bytesOf('sep=;\r\na;b\r\n'), ';'))[0]).toEqual(['a', 'b']);
  });
});

describe('a file is refused', () => {
  it('where a quote is never closed, with its row', async () => {
    await expect(read(bytesOf('a,b\n1,"x\n2,y\n3,z\n'))).rejects.toMatchObject({
      reason: 'damaged',
      detail: '2',
    });
    await expect(read(bytesOf('a,b\n1,"x" y\n2,"z"\n'))).rejects.toMatchObject({
      reason: 'damaged',
    });
  });

  it('soon, where the open quote is at the beginning of fifty megabytes', async () => {
    const huge = Buffer.alloc(50 * 1024 * 1024, 'x,y\n');
    huge.write('"', 0);
    await expect(read(huge)).rejects.toMatchObject({ reason: 'row_too_long', detail: '1' });
  });

  it('where a row is longer than any request, or has more columns than any table', async () => {
    await expect(read(bytesOf(`a,${'x'.repeat(1024 * 1024)}\nb`))).rejects.toMatchObject({
      reason: 'row_too_long',
    });
    await expect(read(bytesOf(`a\n${','.repeat(300)}\n`))).rejects.toMatchObject({
      reason: 'row_too_long',
      detail: '2',
    });
  });
});

describe('the delimiter', () => {
  it.each<[string, Delimiter]>([
    ['amount;currency\n1500,50;RUB\n15,00;RUB\n', ';'],
    ['amount,currency\n"1500,50",RUB\n', ','],
    ['сумма\tвалюта\n1 500,50\tRUB\n', '\t'],
    ['x;y\n1,5;2,5\n1,5;2,5\n', ';'],
    ['a,b\n1;2,3\n4;5,6\n', ','],
    ['only\none\n', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});

describe('the encoding', () => {
  const text = 'Сумма;Валюта\r\n1500,50;RUB\r\n';
  const wide = Buffer.from(text, 'utf16le');
  const cyrillic = Buffer.from('d1f3ecece03bc2e0ebfef2e00d0a313530303b5255420d0a', 'hex');

  it.each<[string, Uint8Array, string]>([
    ['UTF-8', bytesOf(text), 'utf-8'],
    ['UTF-8 with a mark', bytesOf(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from('fffe', 'hex'), wide]), 'utf-16le'],
    ['UTF-16 without one', wide, 'utf-16le'],
    ['UTF-16, high byte first', Buffer.from(wide).swap16(), 'utf-16be'],
    ['windows-1251', cyrillic, 'windows-1251'],
    ['digits alone', bytesOf('1,2\n'), 'utf-8'],
    ['UTF-8 with a broken byte', Buffer.concat([bytesOf(text), Buffer.from('ff', 'hex')]), 'utf-8'],
  ])('%s', async (_name, bytes, encoding) => {
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(isBinary(bytes, detectEncoding(bytes))).toBe(false);
    const [header] = await read(bytes, ';');
    if (bytes.length > 10) expect(header?.[0]).toBe('Сумма');
  });

  it('of a picture or a program is none', () => {
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256));
    expect(isBinary(noise, detectEncoding(noise))).toBe(true);
  });
});
