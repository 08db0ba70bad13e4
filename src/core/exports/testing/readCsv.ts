/** A second reader of CSV, from the grammar of RFC 4180 alone. Strict: what the grammar does not allow throws. */
export function readCsv(text: string, delimiter: ',' | ';'): readonly (readonly string[])[] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      const field = text[at] === '"' ? escapedField(text, at) : bareField(text, at, delimiter);
      record.push(field.value);
      at = field.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No CRLF at ${at}.`);
    at += 2;
    records.push(record);
  }
  return records;
}

type Field = { readonly value: string; readonly end: number };

function escapedField(text: string, start: number): Field {
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else return { value, end: at + 1 };
  }
  throw new Error(`The quote at ${start} is not closed.`);
}

function bareField(text: string, start: number, delimiter: string): Field {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\r') {
    if (text[at] === '"' || text[at] === '\n') throw new Error(`Not to be bare, at ${at}.`);
    at += 1;
  }
  return { value: text.slice(start, at), end: at };
}
