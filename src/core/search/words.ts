import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** What is kept as a number in a column, because few different ones occur. */
export const WORD_KINDS = ['state', 'paymentType', 'operator', 'profile'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

type Word = { readonly text: string; readonly label: string };

export type Words = {
  /** 0 where there is none. Gives a new word its number: to be called inside a transaction. Without a label it keeps its own. */
  readonly code: (kind: WordKind, text: string | null, label?: string) => number;
  /** Null: it never occurred. */
  readonly find: (kind: WordKind, text: string) => number | null;
  /** In the order of their codes; the first is code 1. */
  readonly all: (kind: WordKind) => readonly Word[];
  /** After a rollback. */
  readonly forget: () => void;
};

const wordRow = z.object({ kind: z.int(), text: z.string(), label: z.string() });

type Known = { readonly list: Word[]; readonly codes: Map<string, number> };

export function createWords(db: Database): Words {
  const read = db.prepare('SELECT kind, text, label FROM word ORDER BY kind, code');
  const write = db.prepare(
    'INSERT OR REPLACE INTO word (kind, code, text, label) VALUES (?, ?, ?, ?)',
  );
  let known: ReadonlyMap<WordKind, Known> | null = null;

  function load(): ReadonlyMap<WordKind, Known> {
    const loaded = new Map<WordKind, Known>(
      WORD_KINDS.map((kind) => [kind, { list: [], codes: new Map() }]),
    );
    for (const row of read.iterate()) {
      const { kind, text, label } = wordRow.parse(row);
      const there = loaded.get(WORD_KINDS[kind] ?? 'state');
      there?.list.push({ text, label });
      there?.codes.set(text, there.list.length);
    }
    return loaded;
  }
  function of(kind: WordKind): Known {
    known ??= load();
    return known.get(kind) ?? { list: [], codes: new Map() };
  }

  return {
    code(kind, text, label) {
      if (text === null) return 0;
      const { list, codes } = of(kind);
      const code = codes.get(text) ?? list.length + 1;
      const there = list[code - 1];
      if (there !== undefined && (label ?? there.label) === there.label) return code;
      // A new word, or a profile that was given another name.
      const word = { text, label: label ?? '' };
      write.run(WORD_KINDS.indexOf(kind), code, word.text, word.label);
      list[code - 1] = word;
      codes.set(text, code);
      return code;
    },
    find: (kind, text) => of(kind).codes.get(text) ?? null,
    all: (kind) => of(kind).list,
    forget() {
      known = null;
    },
  };
}
