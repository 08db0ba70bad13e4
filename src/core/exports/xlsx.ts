import type { Column, ExportValues, Table } from './columns.ts';
import type { ZipPart } from './zip.ts';

/** Cells hold no more; the rest of a longer text is left out. */
const MAX_CELL = 32_767;
/** A spreadsheet counts in doubles of which it keeps fifteen digits: a longer amount stays text, or it would change. */
const EXACT_DIGITS = 15;

/** cellXfs below. */
const TEXT_STYLE = 1;
const AMOUNT_STYLE = 2;
const HEADER_STYLE = 3;

/** What XML 1.0 cannot hold, or would change (a CR becomes an LF), and what looks like the way of writing it (ECMA-376, 22.9.2.19). */
const SPECIAL = /[&<>]|[\p{Cc}\p{Cs}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const MAY_NEED_ESCAPE = /[&<>_\p{Cc}\p{Cs}\ufffe\uffff]/u;
const KEEPS_BLANKS = /^\s|\s$|[\n\t]|\s\s/u;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export type Sheet = { readonly name: string; readonly table: Table };

/**
 * A workbook whose sheets keep their headers in sight. Everything is text but amounts, the empty cells of a column too: what is
 * written there, now or later, keeps its zeros and digits.
 */
export function workbookParts(sheets: readonly Sheet[]): readonly ZipPart[] {
  const files = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const links = files.map((file) => ['worksheet', file] as const);
  return [
    { name: '[Content_Types].xml', bytes: xml(contentTypes(files)) },
    { name: '_rels/.rels', bytes: xml(relationships([['officeDocument', 'xl/workbook.xml']])) },
    { name: 'xl/workbook.xml', bytes: xml(workbook(sheets)) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: xml(relationships([...links, ['styles', 'styles.xml']])),
    },
    { name: 'xl/styles.xml', bytes: xml(STYLES) },
    ...sheets.map(({ table }, at) => ({ name: `xl/${files[at]}`, bytes: sheet(table, at === 0) })),
  ];
}

async function* sheet({ columns, total, rows }: Table, isFirst: boolean): AsyncGenerator<Buffer> {
  const letters = columns.map((_, at) => columnName(at));
  const corner = `${letters.at(-1) ?? 'A'}${total + 1}`;
  const widths = columns.map(
    (_, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="18" style="${TEXT_STYLE}" customWidth="1"/>`,
  );
  const header = columns.map(({ name }, at) => textCell(`${letters[at]}1`, name, HEADER_STYLE));
  yield xml(
    `<worksheet xmlns="${MAIN}"><dimension ref="A1:${corner}"/>` +
      `<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
      `<cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`,
  );
  let row = 1;
  for await (const some of rows()) {
    let text = '';
    for (const values of some) {
      row += 1;
      text += rowXml(row, values, columns, letters);
    }
    yield Buffer.from(text);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function rowXml(
  row: number,
  values: ExportValues,
  columns: readonly Column[],
  letters: readonly string[],
): string {
  let cells = '';
  for (const [at, { kind }] of columns.entries()) {
    const value = values[at] ?? '';
    if (value === '') continue;
    const name = `${letters[at]}${row}`;
    cells += kind === 'amount' ? amountCell(name, value) : textCell(name, value, TEXT_STYLE);
  }
  return `<row r="${row}">${cells}</row>`;
}

function amountCell(name: string, value: string): string {
  // One of them is the point.
  if (value.length - 1 > EXACT_DIGITS) return textCell(name, value, TEXT_STYLE);
  return `<c r="${name}" s="${AMOUNT_STYLE}"><v>${value}</v></c>`;
}

function textCell(name: string, value: string, style: number): string {
  const text = value.length > MAX_CELL ? value.slice(0, MAX_CELL) : value;
  const space = KEEPS_BLANKS.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${name}" s="${style}" t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return MAY_NEED_ESCAPE.test(text) ? text.replaceAll(SPECIAL, escapedOne) : text;
}

function escapedOne(special: string): string {
  switch (special) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '\n':
    case '\t':
      return special;
    default:
      return `_x${special.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  }
}

/** A, …, Z, AA, … */
function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last;
}

function xml(text: string): Buffer {
  return Buffer.from(XML + text);
}

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const list = targets.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
function contentTypes(sheets: readonly string[]): string {
  const parts = sheets.map(
    (file) => `<Override PartName="/xl/${file}" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  );
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>${parts.join('')}` +
    `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`
  );
}

function workbook(sheets: readonly Sheet[]): string {
  const list = sheets.map(
    ({ name }, at) =>
      `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`;
}

/** 49 is text; 4 is two decimals with groups. */
const STYLES =
  `<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
