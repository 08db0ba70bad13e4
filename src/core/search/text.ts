import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** The trigrams of the searched texts: an FTS5 table that names candidates, which the text itself then confirms. */
export type TextIndex = {
  /** Inside a transaction. `text` as `searchedText` gives it. */
  readonly append: (place: number, text: string) => void;
  readonly replace: (place: number, text: string) => void;
  /** Every request that may have all of these words in its text; null: any may. */
  readonly candidates: (words: readonly string[]) => Candidates | null;
};

/** As SQL: what stands after FROM and WHERE, and the column that is the place. */
type Candidates = {
  readonly from: string;
  readonly place: string;
  readonly where: readonly string[];
  readonly values: readonly string[];
};

/** Trigrams of a word that are intersected: more of them cost more than they rule out. */
const GRAMS_A_WORD = 3;
/** Texts that say which trigrams are rare. Counting all of them would take seconds. */
const SAMPLED_TEXTS = 4096;
/** At most this many amounts that end alike are candidates. More are so frequent that a scan of the newest rows soon has a page. */
const MOST_AMOUNTS = 20_000;

/** A line of the text that is an amount, and a word that may be the end of one. */
const AMOUNT = /^(?<whole>\d+)\.\d{2}$/u;
const AMOUNT_WORD = /^(?<whole>\d*)\.\d{0,2}$/u;

const textSchema = z.string();
const countSchema = z.int();
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
  const addAmount = db.prepare('INSERT INTO amount (ending, place) VALUES (?, ?)');
  const dropAmount = db.prepare('DELETE FROM amount WHERE ending = ? AND place = ?');
  const frequencyOf = createFrequencies(db);
  const amounts = createAmounts(db);

  function append(place: number, text: string): void {
    putText.run(place, text);
    addGrams.run(place, withoutDecimals(text));
    for (const ending of endingsOf(text)) addAmount.run(ending, place);
  }
  /** FTS5's query for the rarest trigrams of these words; null where none of them is as long as a trigram. */
  function matchOf(words: readonly string[]): string | null {
    const grams = words.flatMap((word) =>
      gramsOf(word)
        .map((gram) => ({ gram, frequency: frequencyOf(gram) }))
        .toSorted((one, other) => one.frequency - other.frequency)
        .slice(0, GRAMS_A_WORD),
    );
    if (grams.length === 0) return null;
    return grams.map(({ gram }) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
  }

  return {
    append,
    replace(place, text) {
      const before = textSchema.parse(textAt.get(place));
      if (before === text) return;
      dropGrams.run(place, withoutDecimals(before));
      for (const ending of endingsOf(before)) dropAmount.run(ending, place);
      append(place, text);
    },
    candidates(words) {
      const match = matchOf(words.filter((word) => !AMOUNT_WORD.test(word)));
      if (match !== null) {
        return { from: 'gram', place: 'gram.rowid', where: ['gram MATCH ?'], values: [match] };
      }
      const amount = words.find((word) => AMOUNT_WORD.test(word) && word.length > 2);
      return amount === undefined ? null : amounts(amount, matchOf([amount]) ?? '');
    },
  };
}

/** `match` finds the word where it is not an amount. Null: too many amounts end like it. */
function createAmounts(db: Database): (word: string, match: string) => Candidates | null {
  const range = 'SELECT place FROM amount WHERE ending >= ? AND ending < ?';
  const counted = db.prepare(`SELECT count(*) FROM (${range} LIMIT ${MOST_AMOUNTS + 1})`).pluck();
  return (word, match) => {
    const ending = reversed(AMOUNT_WORD.exec(word)?.groups?.['whole'] ?? '');
    // A colon is the character after 9.
    const ends = [ending, `${ending}:`];
    if (countSchema.parse(counted.get(...ends)) > MOST_AMOUNTS) return null;
    const from = `(SELECT rowid AS place FROM gram WHERE gram MATCH ? UNION ${range}) AS found`;
    return { from, place: 'found.place', where: [], values: [match, ...ends] };
  };
}

/** Trigrams with the point of an amount are in nearly every text: amounts are found by their endings instead. */
function withoutDecimals(text: string): string {
  return text
    .split('\n')
    .map((line) => AMOUNT.exec(line)?.groups?.['whole'] ?? line)
    .join('\n');
}

/** The major parts of the amounts in a text, backwards: those that end alike are beside each other. */
function endingsOf(text: string): ReadonlySet<string> {
  return new Set(
    text.split('\n').flatMap((line) => {
      const whole = AMOUNT.exec(line)?.groups?.['whole'];
      return whole === undefined ? [] : [reversed(whole)];
    }),
  );
}

function reversed(digits: string): string {
  return Array.from(digits).toReversed().join('');
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
        for (const one of gramsOf(withoutDecimals(text)))
          frequencies.set(one, (frequencies.get(one) ?? 0) + 1);
      }
      sampledTo = last;
    }
    return frequencies.get(gram) ?? 0;
  };
}
