import { inflateRawSync } from 'node:zlib';

export type Cell = { readonly value: string; readonly isNumber: boolean };

/** A second reader of workbooks: from the end of the archive, as spreadsheets do, and from the schema of sheets. */
export function readXlsx(bytes: Buffer): ReadonlyMap<string, Cell>[] {
  const sheet = readPart(bytes, 'xl/worksheets/sheet1.xml').toString('utf8');
  return [...sheet.matchAll(/<row r="(?<row>\d+)">(?<cells>.*?)<\/row>/gsu)].map((row, at) => {
    if (row.groups?.['row'] !== String(at + 1)) throw new Error(`Row ${at + 1} is not there.`);
    return new Map(cellsOf(row.groups['cells'] ?? '', at + 1));
  });
}

export function readPart(bytes: Buffer, name: string): Buffer {
  const part = readDirectory(bytes).get(name);
  if (part === undefined) throw new Error(`No ${name}.`);
  return part;
}

function cellsOf(xml: string, row: number): readonly [string, Cell][] {
  const pattern =
    /<c r="(?<column>[A-Z]+)(?<row>\d+)" s="\d"(?: t="(?<type>\w+)")?>(?:<is><t(?: xml:space="preserve")?>(?<text>[^<]*)<\/t><\/is>|<v>(?<number>[^<]*)<\/v>)<\/c>/gu;
  const found = [...xml.matchAll(pattern)];
  if (found.map(([all]) => all).join('') !== xml) throw new Error(`Not cells: ${xml}`);
  return found.map(({ groups = {} }) => {
    if (Number(groups['row']) !== row) throw new Error(`A cell of row ${groups['row']} in ${row}.`);
    const isNumber = groups['number'] !== undefined;
    if (isNumber === (groups['type'] === 'inlineStr')) throw new Error('A cell of no known type.');
    const value = isNumber ? (groups['number'] ?? '') : textOf(groups['text'] ?? '');
    return [groups['column'] ?? '', { value, isNumber }];
  });
}

/** XML first (2.11: line ends; 4.1: references), then what a spreadsheet reads into it (ECMA-376, ST_Xstring). */
function textOf(xml: string): string {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('Not XML 1.0.');
  const text = xml
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return text.replaceAll(/_x(?<code>[0-9A-Fa-f]{4})_/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Names and unpacked contents, by the central directory; zip64 too. */
export function readDirectory(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (bytes.readUInt32LE(end - 20) === 0x07_06_4b_50) {
    const large = Number(bytes.readBigUInt64LE(end - 12));
    count = Number(bytes.readBigUInt64LE(large + 32));
    at = Number(bytes.readBigUInt64LE(large + 48));
  }
  const parts = new Map<string, Buffer>();
  for (; count > 0; count -= 1) {
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const extraAt = at + 46 + bytes.readUInt16LE(at + 28);
    const isLarge = bytes.readUInt32LE(at + 20) === 0xff_ff_ff_ff;
    const packed = isLarge
      ? Number(bytes.readBigUInt64LE(extraAt + 12))
      : bytes.readUInt32LE(at + 20);
    const size = isLarge ? Number(bytes.readBigUInt64LE(extraAt + 4)) : bytes.readUInt32LE(at + 24);
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    if (content.length !== size) throw new Error(`${name} is of another size.`);
    parts.set(name, content);
    at = extraAt + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
