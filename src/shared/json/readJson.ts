import { clipText } from '../domain/cutText.ts';
import { type Result, err, ok } from '../domain/result.ts';

/**
 * Like JSON.parse, but refuses what JSON.parse settles silently: a key given twice (the last one wins) and an integer beyond
 * what a number can hold (rounded). In an answer about money either one means that we do not know what was said.
 * `rounded`: such integers are let through, for a caller that refuses them one by one. `verbatim`: every number is the text it was
 * written as, because 1450.00 and 1450 have different signatures.
 * `keepsDigits`: a number of plain digits at such a path becomes the text of its digits, because a card number has up to 19 and
 * a number holds 15 of any. A byte order mark before the value is skipped, as RFC 8259 allows.
 */
export function readJson(
  text: string,
  numbers: Numbers = 'exact',
  keepsDigits: KeepsDigits | null = null,
): Result<unknown, string> {
  try {
    return ok(new StrictReader(text, numbers, keepsDigits).whole());
  } catch (error) {
    if (error instanceof Unreadable) return err(error.message);
    throw error;
  }
}

type Numbers = 'exact' | 'rounded' | 'verbatim';
/** Asked with the keys from the top; places in lists are left out. */
export type KeepsDigits = (path: readonly string[]) => boolean;

const BYTE_ORDER_MARK = '\uFEFF';
const PLAIN_DIGITS = /^[0-9]+$/u;

const MAX_DEPTH = 64;
/** As much of a key as a reader needs: a hostile one can be as long as the answer. */
const LONGEST_KEY = 100;
/** V8 copies shorter pieces of a text, and lets longer ones hold on to the whole answer. */
const SHORT_TEXT = 12;
const SPACE = /[ \t\n\r]+/y;
/** A text that means what it says: no escape, and nothing that JSON forbids. */
const PLAIN_TEXT = /"[^"\\\p{Cc}]*"/uy;
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
  readonly #numbers: Numbers;
  readonly #keepsDigits: KeepsDigits | null;
  readonly #path: string[] = [];
  #at = 0;

  constructor(text: string, numbers: Numbers, keepsDigits: KeepsDigits | null) {
    this.#text = text;
    this.#numbers = numbers;
    this.#keepsDigits = keepsDigits;
    if (text.startsWith(BYTE_ORDER_MARK)) this.#at = BYTE_ORDER_MARK.length;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) this.#refuse('something after the value');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) this.#refuse('nested too deeply');
    this.#space();
    switch (this.#text[this.#at]) {
      case '"':
        return this.#string();
      case '{':
        this.#at += 1;
        return this.#object(depth + 1);
      case '[':
        this.#at += 1;
        return this.#array(depth + 1);
      case 't':
      case 'f':
      case 'n':
        return this.#word();
      default:
        return this.#number();
    }
  }

  #object(depth: number): unknown {
    if (this.#accept('}')) return {};
    const entries = new Map<string, unknown>();
    do {
      this.#space();
      const key = this.#string();
      if (entries.has(key))
        this.#refuse(`key ${JSON.stringify(clipText(key, LONGEST_KEY))} given twice`);
      this.#expect(':');
      this.#path.push(key);
      entries.set(key, this.#value(depth));
      this.#path.pop();
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
    const plainEnd = this.#endOf(PLAIN_TEXT);
    if (plainEnd !== null && plainEnd - start - 2 <= SHORT_TEXT) {
      this.#at = plainEnd;
      return this.#text.slice(start + 1, plainEnd - 1);
    }
    this.#at = plainEnd ?? this.#endOfText(start);
    try {
      // Escapes and control characters are judged by the platform.
      return String(JSON.parse(this.#text.slice(start, this.#at)));
    } catch {
      return this.#refuse('malformed text');
    }
  }

  #endOfText(start: number): number {
    let at = start + 1;
    while (this.#text[at] !== '"') {
      if (at >= this.#text.length) {
        this.#at = at;
        this.#refuse('unfinished text');
      }
      at += this.#text[at] === '\\' ? 2 : 1;
    }
    return at + 1;
  }

  #word(): boolean | null {
    const end = this.#endOf(WORD);
    if (end === null) return this.#refuse('unexpected character');
    const word = WORDS.get(this.#text.slice(this.#at, end));
    this.#at = end;
    return word ?? null;
  }

  #number(): number | string {
    const end = this.#endOf(NUMBER);
    if (end === null) return this.#refuse('unexpected character');
    const written = this.#text.slice(this.#at, end);
    const value = Number(written);
    this.#at = end;
    if (!Number.isFinite(value)) this.#refuse('number too large');
    if (this.#numbers === 'verbatim') return written;
    if (this.#keepsDigits?.(this.#path) === true && PLAIN_DIGITS.test(written)) return written;
    if (this.#numbers === 'exact' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.#refuse('integer beyond safe range');
    }
    return value;
  }

  /** Where what stands here ends; null: it is something else. Without a match object: an answer can have half a million values. */
  #endOf(pattern: RegExp): number | null {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text) ? pattern.lastIndex : null;
  }

  #space(): void {
    // Most values stand close to each other.
    if ((this.#text[this.#at] ?? '!') <= ' ') this.#at = this.#endOf(SPACE) ?? this.#at;
  }

  #accept(mark: string): boolean {
    this.#space();
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

/**
 * A provider's answer to a deposit. Some providers write the number to pay to as a JSON number: its digits are kept as they were
 * written, because a number would round a card of 17 digits or more. Every other integer beyond the safe range is refused.
 */
export function readAnswer(body: string): Result<unknown, string> {
  return readJson(body, 'exact', isRequisiteNumber);
}

/** 2.6 of the document. Not `bic`: one that begins with a zero has already lost it in a JSON number. */
function isRequisiteNumber(path: readonly string[]): boolean {
  return path.at(-1) === 'number' && path.at(-2) === 'payment_data';
}
