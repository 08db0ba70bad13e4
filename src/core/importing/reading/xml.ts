import { Parser } from 'saxen';

import { MAX_ROW_CHARACTERS, RefusedError } from './refusal.ts';

export type Attributes = (name: string) => string | undefined;

export type XmlHandlers = {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

/** Yields after each piece, so that what the handlers have gathered can be taken. Names come without their prefix. */
export async function* readXml(
  pieces: AsyncIterable<Buffer>,
  { open, close, text }: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new Parser();
  const decoder = new TextDecoder('utf-8');
  let sinceToken = 0;
  parser.on('error', (error) => {
    throw new RefusedError('damaged', error.message);
  });
  parser.on('openTag', (name, attributes) => {
    sinceToken = 0;
    if (open !== undefined) open(localName(name), attributeOf(attributes));
  });
  parser.on('closeTag', (name) => {
    sinceToken = 0;
    close?.(localName(name));
  });
  if (text !== undefined) {
    parser.on('text', (said) => text(decoded(said)));
    parser.on('cdata', text);
  }
  for await (const piece of pieces) {
    const said = decoder.decode(piece, { stream: true });
    sinceToken += said.length;
    parser.write(said);
    // A tag or a text that does not end is read again from its beginning with every piece.
    if (sinceToken > MAX_ROW_CHARACTERS) throw new RefusedError('row_too_long');
    yield;
  }
  parser.write(decoder.decode());
  parser.end();
  yield;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Parsed only where one is asked for. `*:id` is `id` under any prefix. */
function attributeOf(attributes: () => Readonly<Record<string, string>> | false): Attributes {
  return (name) => {
    const all = attributes();
    if (all === false) throw new RefusedError('damaged', 'attributes');
    const key = name.startsWith('*:')
      ? Object.keys(all).find((one) => one.endsWith(name.slice(1)))
      : name;
    const value = key === undefined ? undefined : all[key];
    return value === undefined ? undefined : decoded(value);
  };
}

const ENTITY = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|(?<name>amp|lt|gt|quot|apos));/giu;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The parser's own decoder cuts characters beyond U+FFFF. Line ends as XML 1.0, 2.11 says. */
function decoded(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/gu, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code);
  });
}
