import { clipText } from '../domain/cutText.ts';
import { type Result, err, ok } from '../domain/result.ts';

/**
 * Like JSON.parse, but refuses what JSON.parse settles silently: a key given twice (the last one wins) and an integer beyond
 * what a number can hold (rounded). In an answer about money either one means that we do not know what was said.
 * `rounded`: such integers are let through, for whoever refuses them one by one.
 */
export function readJson(
  text: string,
  integers: 'exact' | 'rounded' = 'exact',
): Result<unknown, string> {
  try {
    return ok(new StrictReader(text, integers === 'exact').whole());
  } catch (error) {
    if (error instanceof Unreadable) return err(error.message);
    throw error;
  }
}

const MAX_DEPTH = 64;
/** Of a key, in a message about it. */
const LONGEST_KEY = 100;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Unreadable extends Error {}

class StrictReader {
  readonly #text: string;
  readonly #isExact: boolean;
  #at = 0;

  constructor(text: string, isExact: boolean) {
    this.#text = text;
    this.#isExact = isExact;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#take(SPACE);
    if (this.#at < this.#text.length) this.#refuse('something after the value');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) this.#refuse('nested too deeply');
    this.#take(SPACE);
    if (this.#text[this.#at] === '"') return this.#string();
    if (this.#accept('{')) return this.#object(depth + 1);
    if (this.#accept('[')) return this.#array(depth + 1);
    const word = this.#take(WORD);
    return word === null ? this.#number() : WORDS.get(word);
  }

  #object(depth: number): unknown {
    const entries = new Map<string, unknown>();
    if (this.#accept('}')) return {};
    do {
      this.#take(SPACE);
      const key = this.#string();
      if (entries.has(key))
        this.#refuse(`key ${JSON.stringify(clipText(key, LONGEST_KEY))} given twice`);
      this.#expect(':');
      entries.set(key, this.#value(depth));
    } while (this.#accept(','));
    this.#expect('}');
    return Object.fromEntries(entries);
  }

  #array(depth: number): readonly unknown[] {
    const items: unknown[] = [];
    if (this.#accept(']')) return items;
    do items.push(this.#value(depth));
    while (this.#accept(','));
    this.#expect(']');
    return items;
  }

  #string(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') this.#refuse('expected a text');
    this.#at += 1;
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) this.#refuse('unfinished text');
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    }
    this.#at += 1;
    try {
      // Escapes and control characters are judged by the platform.
      return String(JSON.parse(this.#text.slice(start, this.#at)));
    } catch {
      return this.#refuse('malformed text');
    }
  }

  #number(): number {
    const token = this.#take(NUMBER);
    if (token === null) return this.#refuse('unexpected character');
    const value = Number(token);
    if (!Number.isFinite(value)) this.#refuse('number too large');
    if (this.#isExact && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.#refuse('integer beyond safe range');
    }
    return value;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }

  #accept(mark: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#accept(mark)) this.#refuse(`expected ${mark}`);
  }

  #refuse(what: string): never {
    throw new Unreadable(`${what} at position ${this.#at}`);
  }
}
