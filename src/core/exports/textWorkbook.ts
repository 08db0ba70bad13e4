import { MAIN, OFFICE, PACKAGE, SPREADSHEET, STYLES, TEXT_STYLE, HEADER_STYLE } from './xlsx.ts';
import { columnName, relationships, textCell, xml } from './xlsx.ts';
import type { ZipPart } from './zip.ts';

export type TextSheet = {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>;
};

/** A workbook of texts alone: its columns are formatted as text too, so that what is typed there keeps its zeros and digits. */
export function textWorkbook(sheets: readonly TextSheet[]): readonly ZipPart[] {
  const names = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const links = names.map((name) => ['worksheet', name] as const);
  return [
    { name: '[Content_Types].xml', bytes: xml(contentTypes(names)) },
    { name: '_rels/.rels', bytes: xml(relationships([['officeDocument', 'xl/workbook.xml']])) },
    {
      name: 'xl/workbook.xml',
      bytes: xml(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: xml(relationships([...links, ['styles', 'styles.xml']])),
    },
    { name: 'xl/styles.xml', bytes: xml(STYLES) },
    ...sheets.map((sheet, at) => ({ name: `xl/${names[at]}`, bytes: sheetXml(sheet) })),
  ];
}

async function* sheetXml({ headers, rows }: TextSheet): AsyncGenerator<Buffer> {
  const widths = headers.map(
    (_, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="22" style="${TEXT_STYLE}" customWidth="1"/>`,
  );
  yield xml(
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${widths.join('')}</cols><sheetData>${rowXml(1, headers, HEADER_STYLE)}`,
  );
  let row = 1;
  for await (const cells of rows) {
    row += 1;
    yield Buffer.from(rowXml(row, cells, TEXT_STYLE));
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function rowXml(row: number, cells: readonly string[], style: number): string {
  const filled = cells.map((text, at) =>
    text === '' ? '' : textCell(`${columnName(at)}${row}`, text, style),
  );
  return `<row r="${row}">${filled.join('')}</row>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function contentTypes(sheets: readonly string[]): string {
  const parts = sheets.map(
    (name) => `<Override PartName="/xl/${name}" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  );
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>${parts.join('')}` +
    `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`
  );
}
