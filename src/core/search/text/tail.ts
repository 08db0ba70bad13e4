import type { Database } from 'better-sqlite3';

import { openDocumentTable } from './documents.ts';
import { type Signatures, createSignatures } from './signatures.ts';

/** The newest documents, too few or too new for a segment: plain text, of which the few that may match are looked through. */
export type Tail = {
  readonly size: () => number;
  readonly append: (document: string) => void;
  readonly replace: (at: number, document: string) => void;
  readonly oldest: (count: number) => readonly string[];
  /** Leaves its oldest to a segment. */
  readonly drop: (count: number) => void;
  /** Which of those before `end` have all words, the newest first. */
  readonly find: (words: readonly string[], end: number) => Uint32Array;
};

/** `base`: where the documents of segments end now. */
export function openTail(db: Database, base: () => number): Tail {
  const table = openDocumentTable(db, 'text_tail');
  let documents = [...table.load().values()];
  let signatures: Signatures | null = null;
  return {
    size: () => documents.length,
    append(document) {
      table.put(base() + documents.length, document);
      documents.push(document);
      signatures?.add(documents.length - 1, document);
    },
    replace(at, document) {
      table.put(base() + at, document);
      documents[at] = document;
      signatures?.add(at, document);
    },
    oldest: (count) => documents.slice(0, count),
    drop(count) {
      table.remove(0, base());
      documents = documents.slice(count);
      signatures = null;
    },
    find(words, end) {
      signatures ??= signaturesOf(documents);
      const found = signatures
        .mayHave(words, end)
        .filter((at) => words.every((word) => documents[at]?.includes(word) === true));
      return Uint32Array.from(found, (at) => base() + at);
    },
  };
}

/** Made when somebody searches: while a log is read in, nobody does. */
function signaturesOf(documents: readonly string[]): Signatures {
  const signatures = createSignatures();
  for (const [at, document] of documents.entries()) signatures.add(at, document);
  return signatures;
}
