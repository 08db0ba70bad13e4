import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** The trigrams of the searched texts: an FTS5 table that names candidates, which the text itself then confirms. */
export type TextIndex = {
  /** Inside a transaction. `text` as `searchedText` gives it. */
  readonly append: (place: number, text: string) => void;
  readonly replace: (place: number, text: string) => void;
  /** FTS5's query for the rarest trigrams of these words; null where none of them is as long as a trigram. */
  readonly matchOf: (words: readonly string[]) => string | null;
  /** Merges a bounded part of the table's segments; false: one segment is left. */
  readonly merge: () => boolean;
  /** While much is appended segments are left as they are: merging them once at the end is less work. */
  readonly mergeLater: (isLater: boolean) => void;
};

/** Of each word so many are asked for: more of them cost more to intersect than they rule out. */
const GRAMS_A_WORD = 3;
/** Texts that say which trigrams are rare. Counting all of them would take seconds. */
const SAMPLED_TEXTS = 4096;
const PAGES_A_MERGE = 64;
/** FTS5's own settings, by whether segments are merged as they come. The last is below the most segments that it can have. */
const MERGED_AT_ONCE = { automerge: 4, crisismerge: 16 } as const;
const MERGED_LATER = { automerge: 0, crisismerge: 1999 } as const;
/** A merge with less to do than it was given is done: so SQLite's documentation says. */
const CHANGES_OF_NO_MERGE = 2;

const textSchema = z.string();
const textsSchema = z.array(z.string());
const sizeSchema = z.int().nullable();

/** What SQLite stores and compares. Half a character, which no keyboard types, and NUL, where FTS5 stops, become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\0/gu, '\u{FFFD}');
}

/** Fields apart by a line end, which no word of a search has in it. */
export function searchedText(fields: readonly string[]): string {
  return storable(fields.join('\n'));
}

export function createTextIndex(db: Database): TextIndex {
  const putText = db.prepare('INSERT OR REPLACE INTO doc (place, text) VALUES (?, ?)');
  const textAt = db.prepare('SELECT text FROM doc WHERE place = ?').pluck();
  const addGrams = db.prepare('INSERT INTO gram (rowid, text) VALUES (?, ?)');
  const dropGrams = db.prepare("INSERT INTO gram (gram, rowid, text) VALUES ('delete', ?, ?)");
  const merge = db.prepare("INSERT INTO gram (gram, rank) VALUES ('merge', ?)");
  const configure = db.prepare('INSERT INTO gram (gram, rank) VALUES (?, CAST(? AS INTEGER))');
  const changes = db.prepare('SELECT total_changes()').pluck();
  const frequencyOf = createFrequencies(db);
  let isMerging = false;

  return {
    append(place, text) {
      putText.run(place, text);
      addGrams.run(place, text);
      isMerging = false;
    },
    replace(place, text) {
      dropGrams.run(place, textSchema.parse(textAt.get(place)));
      putText.run(place, text);
      addGrams.run(place, text);
      isMerging = false;
    },
    matchOf(words) {
      const grams = words.flatMap((word) =>
        gramsOf(storable(word))
          .map((gram) => ({ gram, frequency: frequencyOf(gram) }))
          .toSorted((a, b) => a.frequency - b.frequency)
          .slice(0, GRAMS_A_WORD),
      );
      if (grams.length === 0) return null;
      return grams.map(({ gram }) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
    },
    merge() {
      const before = Number(changes.get());
      // A negative number makes one merge of all segments, which the positive ones then go on with.
      merge.run(isMerging ? PAGES_A_MERGE : -PAGES_A_MERGE);
      isMerging = true;
      return Number(changes.get()) - before >= CHANGES_OF_NO_MERGE;
    },
    mergeLater(isLater) {
      for (const [name, value] of Object.entries(isLater ? MERGED_LATER : MERGED_AT_ONCE)) {
        configure.run(name, value);
      }
    },
  };
}

/** Every three characters in a row, once each. */
function gramsOf(text: string): readonly string[] {
  const symbols = Array.from(text);
  return [
    ...new Set(symbols.slice(2).map((last, at) => `${symbols[at]}${symbols[at + 1]}${last}`)),
  ];
}

/** How many of a sample of the texts have a trigram. The sample is taken again once there are twice as many texts. */
function createFrequencies(db: Database): (gram: string) => number {
  const sizeOf = db.prepare('SELECT max(place) FROM doc').pluck();
  const sample = db
    .prepare(
      `WITH RECURSIVE sampled (place) AS (
        SELECT 0 UNION ALL SELECT place + :step FROM sampled WHERE place + :step <= :last)
      SELECT text FROM sampled JOIN doc USING (place)`,
    )
    .pluck();
  let frequencies = new Map<string, number>();
  let sampledTo = 0;
  return (gram) => {
    const last = sizeSchema.parse(sizeOf.get()) ?? 0;
    if (last > sampledTo * 2) {
      frequencies = new Map();
      const step = Math.ceil((last + 1) / SAMPLED_TEXTS);
      for (const text of textsSchema.parse(sample.all({ step, last }))) {
        for (const one of gramsOf(text)) frequencies.set(one, (frequencies.get(one) ?? 0) + 1);
      }
      sampledTo = last;
    }
    return frequencies.get(gram) ?? 0;
  };
}
