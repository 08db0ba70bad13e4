import { type Result, err, ok } from '#shared/domain/result.ts';

const MAX_DEPTH = 64;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Unreadable extends Error {}

/**
 * Like JSON.parse, but refuses what JSON.parse settles silently: a key given twice (the last one wins) and an integer beyond
 * what a number can hold (rounded). In an answer about money either one means that we do not know what was said.
 */
export function readJson(text: string): Result<unknown, string> {
  let at = 0;

  function refuse(what: string): never {
    throw new Unreadable(`${what} at position ${at}`);
  }

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return null;
    at += match[0].length;
    return match[0];
  }

  function accept(mark: string): boolean {
    take(SPACE);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  }

  function expect(mark: string): void {
    if (!accept(mark)) refuse(`expected ${mark}`);
  }

  function readString(): string {
    const start = at;
    expect('"');
    while (text[at] !== '"') {
      if (at >= text.length) refuse('unfinished text');
      at += text[at] === '\\' ? 2 : 1;
    }
    at += 1;
    try {
      // Escapes and control characters are judged by the platform.
      return String(JSON.parse(text.slice(start, at)));
    } catch {
      return refuse('malformed text');
    }
  }

  function readNumber(): number {
    const token = take(NUMBER);
    if (token === null) return refuse('unexpected character');
    const value = Number(token);
    if (!Number.isFinite(value)) refuse('number too large');
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      refuse('integer beyond safe range');
    return value;
  }

  function readObject(depth: number): unknown {
    const entries = new Map<string, unknown>();
    if (accept('}')) return {};
    do {
      take(SPACE);
      const key = readString();
      if (entries.has(key)) refuse(`key ${JSON.stringify(key)} given twice`);
      expect(':');
      entries.set(key, readValue(depth));
    } while (accept(','));
    expect('}');
    return Object.fromEntries(entries);
  }

  function readArray(depth: number): readonly unknown[] {
    const items: unknown[] = [];
    if (accept(']')) return items;
    do items.push(readValue(depth));
    while (accept(','));
    expect(']');
    return items;
  }

  function readValue(depth: number): unknown {
    if (depth > MAX_DEPTH) refuse('nested too deeply');
    take(SPACE);
    if (text[at] === '"') return readString();
    if (accept('{')) return readObject(depth + 1);
    if (accept('[')) return readArray(depth + 1);
    const word = take(WORD);
    return word === null ? readNumber() : WORDS.get(word);
  }

  try {
    const value = readValue(0);
    take(SPACE);
    if (at < text.length) refuse('something after the value');
    return ok(value);
  } catch (error) {
    if (error instanceof Unreadable) return err(error.message);
    throw error;
  }
}
