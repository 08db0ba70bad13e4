import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Texts of which few different ones occur, as numbers: states, payment types, operators and profiles. */
export type Words = {
  /** 0 where there is none. Gives a new word its number: to be called inside a transaction. */
  readonly code: (text: string | null) => number;
  /** Null: it never occurred. */
  readonly find: (text: string) => number | null;
  readonly text: (code: number) => string;
  /** After a rollback. */
  readonly forget: () => void;
};

const wordSchema = z.object({ code: z.int(), text: z.string() });

export function createWords(db: Database): Words {
  const read = db.prepare('SELECT code, text FROM word');
  const write = db.prepare('INSERT INTO word (code, text) VALUES (?, ?)');
  const codes = new Map<string, number>();
  const texts = new Map<number, string>();
  let isRead = false;

  function add(code: number, text: string): void {
    codes.set(text, code);
    texts.set(code, text);
  }
  function load(): void {
    if (isRead) return;
    for (const row of read.all()) {
      const { code, text } = wordSchema.parse(row);
      add(code, text);
    }
    isRead = true;
  }

  return {
    code(text) {
      if (text === null) return 0;
      load();
      const known = codes.get(text);
      if (known !== undefined) return known;
      const code = codes.size + 1;
      write.run(code, text);
      add(code, text);
      return code;
    },
    find(text) {
      load();
      return codes.get(text) ?? null;
    },
    text(code) {
      load();
      return texts.get(code) ?? '';
    },
    forget() {
      codes.clear();
      texts.clear();
      isRead = false;
    },
  };
}
