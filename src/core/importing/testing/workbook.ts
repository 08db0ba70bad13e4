import { zipped } from '../../exports/zip.ts';
import type { Step } from '../reading/refusal.ts';

/** Never cancelled, and heard by no page. */
export const FREE_STEP: Step = { breathe: async () => undefined };

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';

export type WorkbookOf = {
  /** What stands between the tags of `sheetData`, by the sheet's name. */
  readonly sheets?: Readonly<Record<string, string>>;
  readonly hidden?: readonly string[];
  readonly strings?: string;
  readonly styles?: string;
  readonly is1904?: boolean;
  /** More parts, or others in their place. */
  readonly parts?: Readonly<Record<string, string | Buffer>>;
};

/** A workbook from bare XML, as other programs than ours write it: shared strings, styles, several sheets. */
export async function workbookOf(of: WorkbookOf): Promise<Buffer> {
  const { sheets = { Sheet1: '' }, hidden = [], strings = '', styles = '', is1904 = false } = of;
  const names = Object.keys(sheets);
  const list = names.map((name, at) => {
    const state = hidden.includes(name) ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const links = [
    ...names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    relation('rIdS', 'sharedStrings', '/xl/sharedStrings.xml'),
    relation('rIdT', 'styles', 'styles.xml'),
  ];
  const dates = is1904 ? '<workbookPr date1904="1"/>' : '';
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${dates}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(links),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
  };
  for (const [at, rows] of Object.values(sheets).entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  }
  return archiveOf({ ...parts, ...of.parts });
}

/** A row of a sheet, counted from 0; `attributes` as in the file. */
export function sheetRow(cells: readonly string[], at: number, attributes = ''): string {
  const inline = cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  return `<row r="${at + 1}"${attributes}>${inline.join('')}</row>`;
}

export async function archiveOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const list = Object.entries(parts).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
  const pieces: Buffer[] = [];
  for await (const piece of zipped(list, { zip64: false })) pieces.push(piece);
  return Buffer.concat(pieces);
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function relationships(list: readonly string[]): string {
  return `<Relationships xmlns="${RELS}">${list.join('')}</Relationships>`;
}
