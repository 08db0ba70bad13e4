import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Texts of which few different ones occur, as numbers: states, payment types, operators, profiles and batches. */
export type Words = {
  /** 0 where there is none. Gives a new word its number: to be called inside a transaction. */
  readonly code: (text: string | null) => number;
  /** Null: it never occurred. */
  readonly find: (text: string) => number | null;
  readonly text: (code: number) => string;
  /** After a rollback. */
  readonly forget: () => void;
};

const wordsSchema = z.array(z.object({ code: z.int(), text: z.string() }));

export function createWords(db: Database): Words {
  const read = db.prepare('SELECT code, text FROM word');
  const write = db.prepare('INSERT INTO word (code, text) VALUES (?, ?)');
  let codes = new Map<string, number>();
  let texts = new Map<number, string>();

  function forget(): void {
    const words = wordsSchema.parse(read.all());
    codes = new Map(words.map(({ code, text }) => [text, code]));
    texts = new Map(words.map(({ code, text }) => [code, text]));
  }
  forget();

  return {
    code(text) {
      if (text === null) return 0;
      const known = codes.get(text);
      if (known !== undefined) return known;
      const code = codes.size + 1;
      write.run(code, text);
      codes.set(text, code);
      texts.set(code, text);
      return code;
    },
    find: (text) => codes.get(text) ?? null,
    text: (code) => texts.get(code) ?? '',
    forget,
  };
}
