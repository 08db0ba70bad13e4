import { inflateRawSync } from 'node:zlib';

import fc from 'fast-check';
import { Window } from 'happy-dom';
import { expect, it } from 'vitest';

import { FREE_STEP, workbookOf } from '../../../src/core/importing/testing/workbook.ts';
import { openWorkbook } from '../../../src/core/importing/reading/xlsx.ts';

/**
 * A second reader of workbooks that shares nothing with the first one: parts by their local headers and not by the directory,
 * unpacked whole, and XML as a document of happy-dom and not by saxen. It knows what ECMA-376, 18.3.1.4, says of cells.
 */
type Row = { readonly number: number; readonly cells: readonly string[] };

function partsOf(bytes: Buffer): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04_03_4b_50;) {
    const [packed, name, extra] = [
      bytes.readUInt32LE(at + 18),
      bytes.readUInt16LE(at + 26),
      bytes.readUInt16LE(at + 28),
    ];
    const start = at + 30 + name + extra;
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    parts.set(bytes.toString('utf8', at + 30, at + 30 + name), content.toString('utf8'));
    at = start + packed;
  }
  return parts;
}

const page = new Window();

function documentOf(parts: ReadonlyMap<string, string>, name: string) {
  return new page.DOMParser().parseFromString(parts.get(name) ?? '', 'application/xml');
}

function secondRead(bytes: Buffer): readonly Row[] {
  const parts = partsOf(bytes);
  const textIn = (element: {
    querySelectorAll: (name: string) => Iterable<{ textContent: string }>;
  }) => [...element.querySelectorAll('t')].map(({ textContent }) => textContent).join('');
  const strings = [...documentOf(parts, 'xl/sharedStrings.xml').querySelectorAll('si')].map(textIn);
  const rows: Row[] = [];
  for (const row of documentOf(parts, 'xl/worksheets/sheet1.xml').querySelectorAll('row')) {
    const cells: string[] = [];
    for (const cell of row.querySelectorAll('c')) {
      const [value = ''] = [...cell.querySelectorAll('v')].map(({ textContent }) => textContent);
      const type = cell.getAttribute('t') ?? 'n';
      const text =
        type === 's'
          ? (strings[Number(value)] ?? '')
          : type === 'inlineStr'
            ? textIn(cell)
            : type === 'b'
              ? ['FALSE', 'TRUE'][Number(value)]
              : value;
      const place = /^[A-Z]+/u.exec(cell.getAttribute('r') ?? '')?.[0];
      const column = place === undefined ? cells.length : numberOf(place) - 1;
      while (cells.length < column) cells.push('');
      cells[column] = text ?? '';
    }
    const number = Number(row.getAttribute('r') ?? (rows.at(-1)?.number ?? 0) + 1);
    rows.push({ number, cells });
  }
  return rows;
}

/** A is 1, AA is 27. */
function numberOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function lettersOf(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest === 0 ? '' : lettersOf(rest)) + String.fromCharCode(65 + ((number - 1) % 26));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const preserved = (text: string): string => `<t xml:space="preserve">${escaped(text)}</t>`;

/** Never empty: an empty cell is no cell to the first reader. */
const text = fc.oneof(
  fc.constantFrom('0012', 'Иван', ' x ', '<&>', '😀', '=1+1', "'@anna", '1 500,00', 'a"b'),
  fc.stringMatching(/^[ -~а-яё]{1,12}$/u).filter((said) => !said.includes('_x')),
);
const number = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000_000 }).map(String),
  fc.integer({ min: 1, max: 9_999_999 }).map((cents) => String(cents / 100)),
);

const cell = fc.record({
  gap: fc.integer({ min: 0, max: 30 }),
  kind: fc.oneof(
    text.map((said) => ({ as: 'shared' as const, said })),
    text.map((said) => ({ as: 'inline' as const, said })),
    text.map((said) => ({ as: 'runs' as const, said })),
    text.map((said) => ({ as: 'str' as const, said })),
    number.map((said) => ({ as: 'number' as const, said })),
    fc.constantFrom('0', '1').map((said) => ({ as: 'truth' as const, said })),
  ),
});
const row = fc.record({
  gap: fc.integer({ min: 0, max: 3 }),
  isNumbered: fc.boolean(),
  cells: fc.array(cell, { maxLength: 6 }),
});
type Cell = typeof cell extends fc.Arbitrary<infer T> ? T : never;
type Written = typeof row extends fc.Arbitrary<infer T> ? T : never;

function bookOf(rows: readonly Written[]): Promise<Buffer> {
  const strings: string[] = [];
  const shared = (said: string): number => strings.push(`<si>${preserved(said)}</si>`) - 1;
  const cellXml = ({ as, said }: Cell['kind'], place: string): string => {
    switch (as) {
      case 'shared':
        return `<c${place} t="s"><v>${shared(said)}</v></c>`;
      case 'inline':
        return `<c${place} t="inlineStr"><is>${preserved(said)}</is></c>`;
      case 'runs': {
        const [first = '', ...rest] = Array.from(said);
        const runs = [first, rest.join('')].map((part) => `<r><rPr/>${preserved(part)}</r>`);
        return `<c${place} t="inlineStr"><is>${runs.join('')}</is></c>`;
      }
      case 'str':
        return `<c${place} t="str"><f>A1</f><v>${escaped(said)}</v></c>`;
      case 'number':
        return `<c${place}><v>${said}</v></c>`;
      case 'truth':
        return `<c${place} t="b"><v>${said}</v></c>`;
    }
  };
  let last = 0;
  const sheet = rows.map(({ gap, isNumbered, cells }) => {
    last += isNumbered ? gap + 1 : 1;
    let column = 0;
    const inside = cells.map(({ gap: skipped, kind }) => {
      column += skipped + 1;
      // Where nothing is skipped some programs name no place.
      return cellXml(kind, skipped === 0 ? '' : ` r="${lettersOf(column)}${last}"`);
    });
    return `<row${isNumbered ? ` r="${last}"` : ''}>${inside.join('')}</row>`;
  });
  return workbookOf({ sheets: { Sheet1: sheet.join('') }, strings: strings.join('') });
}

it('a workbook has the rows that a second reader sees in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const bytes = await bookOf(rows);
      const seen: Row[] = [];
      const workbook = await openWorkbook(bytes, FREE_STEP);
      for await (const { number: at, cells } of workbook.rows(null))
        seen.push({ number: at, cells });
      expect(seen).toEqual(secondRead(bytes));
    }),
    { numRuns: 60 },
  );
});
