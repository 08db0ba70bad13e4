import { isDateFormat } from './numbers.ts';
import { RefusedError } from './refusal.ts';
import { type XmlHandlers, readXml } from './xml.ts';
import type { Archive } from './zip.ts';

/** Twenty for each row that is read. */
const MAX_STRINGS = 2_000_000;

export async function readWhole(
  archive: Archive,
  part: string,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const _ of readXml(archive.read(part), handlers));
}

export async function sharedStrings(
  archive: Archive,
  part: string | undefined,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  const text = createText();
  await readWhole(archive, part, {
    open: text.open,
    text: text.add,
    close(name) {
      text.close(name);
      if (name === 'si') strings.push(text.take());
      if (strings.length > MAX_STRINGS) throw new RefusedError('unpacks_too_large');
    },
  });
  return strings;
}

/** What stands in `t` elements, of any run; the reading aids of East Asian texts (`rPh`) are none of it. */
export function createText() {
  let said = '';
  let isText = false;
  let isAid = false;
  function open(name: string): void {
    if (name === 't') isText = !isAid;
    else if (name === 'rPh') isAid = true;
  }
  function close(name: string): void {
    if (name === 't') isText = false;
    else if (name === 'rPh') isAid = false;
  }
  function add(text: string): void {
    if (isText) said += text;
  }
  function take(): string {
    const taken = unescaped(said);
    said = '';
    return taken;
  }
  return { open, close, add, take };
}

/** ECMA-376, 22.9.2.19: what XML cannot hold is written `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x(?<code>[0-9A-Fa-f]{4})_/gu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export async function dateStyles(
  archive: Archive,
  part: string | undefined,
): Promise<ReadonlySet<number>> {
  const codes = new Map<number, string>();
  const dates = new Set<number>();
  if (part === undefined) return dates;
  let isCellFormat = false;
  let style = 0;
  await readWhole(archive, part, {
    open(name, attribute) {
      if (name === 'numFmt')
        codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') isCellFormat = true;
      if (name !== 'xf' || !isCellFormat) return;
      const id = Number(attribute('numFmtId') ?? 0);
      if (isDateFormat(id, codes.get(id))) dates.add(style);
      style += 1;
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return dates;
}
