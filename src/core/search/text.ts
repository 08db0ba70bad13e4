import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** What a search looks into, folded. An amount's major part also stands in the text, so that its digits are found like others. */
export type Searched = {
  /** Fields apart by a line end, which no word of a search has in it. */
  readonly text: string;
  /** "1500.00", written backwards: amounts that end alike are beside each other in an index. */
  readonly amount: string;
  /** What was asked for, where the answer has another amount. */
  readonly sent: string | null;
};

/** The trigrams of the searched texts: an FTS5 table that names candidates, which the text itself then confirms. */
export type TextIndex = {
  /** Inside a transaction. Found once `addGrams` was called. */
  readonly append: (place: number, searched: Searched) => void;
  /** Of every text from one place to before another: one statement for many texts takes half as long as one for each. */
  readonly addGrams: (from: number, end: number) => void;
  readonly replace: (place: number, searched: Searched) => void;
  /** Whether very many texts are added at once. What FTS5 then leaves in segments is merged by `mergeGrams`. */
  readonly setBulk: (isBulk: boolean) => void;
  /** A bounded piece of merging all segments into one, the first of them or a further one; false: nothing was left to merge. */
  readonly mergeGrams: (isFirst: boolean) => boolean;
  /** Every request that may have all of these words in its text; null: any may. Asked once the index is filled. */
  readonly candidates: (words: readonly string[]) => Candidates | null;
};

/** SQL that gives each `place` once, and the values in it. */
type Candidates = { readonly sql: string; readonly values: readonly string[] };

/** A word's last trigrams that are intersected. Words often begin alike, and more trigrams cost more than they rule out. */
const GRAMS_A_WORD = 5;
/** So few amounts that end alike are read by their endings. More are so frequent that the newest of them are soon found by trigrams. */
const MOST_AMOUNTS = 5000;

/**
 * FTS5 writes a segment with each commit, and whenever its trigrams in memory are more than `hashsize` bytes. Merging segments while
 * texts are added writes each trigram several times.
 */
const OPTIONS = {
  usual: { automerge: 4, crisismerge: 16, hashsize: 1024 * 1024 },
  bulk: { automerge: 0, crisismerge: 1000, hashsize: 64 * 1024 * 1024 },
} as const;
/** Pages of a segment that are written in one piece of the merging. */
const MERGED_PAGES = 1000;

/** A word that may be the end of an amount, perhaps before its last digit is typed. */
const AMOUNT_WORD = /^(?<whole>\d*)\.(?<decimals>\d{0,2})$/u;
type Ending = { readonly whole: string; readonly decimals: string };
const DECIMALS = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'));
/** And one that may be in an amount and not in its major part. */
const BEYOND_MAJOR = /^\d{1,2}$|^\d*\.\d{0,2}$/u;

const rowSchema = z.object({ text: z.string(), amount: z.string(), sent: z.string().nullable() });
const countSchema = z.int();

/** What SQLite stores and compares. Half a character, which no keyboard types, and NUL, where FTS5 stops, become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\0/gu, '\u{FFFD}');
}

/** `fields` besides the amounts, which are as people read them off a statement: "1500.00". */
export function searchedOf(fields: readonly string[], amount: string, sent: string): Searched {
  const isSame = sent === amount;
  const amounts = isSame ? [amount] : [amount, sent];
  const majors = amounts.map((one) => endingOf(one)?.whole ?? one);
  return {
    text: storable([...fields, ...majors].join('\n')),
    amount: reversed(amount),
    sent: isSame ? null : reversed(sent),
  };
}

/** A condition over `doc` that each of the words holds for, and the values in it. */
export function inText(words: readonly string[]): {
  readonly where: readonly string[];
  readonly values: readonly string[];
} {
  const each = words.map((word) => {
    if (!BEYOND_MAJOR.test(word)) return { sql: 'instr(doc.text, ?) > 0', values: [word] };
    const columns = ['text', 'amount', 'sent'].map((column) => `instr(doc.${column}, ?) > 0`);
    const backwards = reversed(word);
    return { sql: `(${columns.join(' OR ')})`, values: [word, backwards, backwards] };
  });
  return { where: each.map(({ sql }) => sql), values: each.flatMap(({ values }) => values) };
}

export function createTextIndex(db: Database): TextIndex {
  const put = db.prepare(
    'INSERT OR REPLACE INTO doc (place, text, amount, sent) VALUES (?, ?, ?, ?)',
  );
  const rowAt = db.prepare('SELECT text, amount, sent FROM doc WHERE place = ?');
  const addGrams = db.prepare(
    'INSERT INTO gram (rowid, text) SELECT place, text FROM doc WHERE place BETWEEN ? AND ?',
  );
  // Written into the SQL: a bound number is a real one, and FTS5 takes only integers.
  const command = (name: string, value: number): void =>
    void db.exec(`INSERT INTO gram (gram, rank) VALUES ('${name}', ${value})`);
  const changes = db.prepare('SELECT total_changes()').pluck();
  const dropGrams = db.prepare("INSERT INTO gram (gram, rowid, text) VALUES ('delete', ?, ?)");

  function append(place: number, { text, amount, sent }: Searched): void {
    put.run(place, text, amount, sent);
  }
  function matching(words: readonly string[]): Candidates | null {
    const match = matchOf(words);
    if (match === null) return null;
    return { sql: BY_TEXT, values: [match] };
  }

  return {
    append,
    addGrams: (from, end) => void addGrams.run(from, end - 1),
    replace(place, searched) {
      const before = rowSchema.parse(rowAt.get(place));
      append(place, searched);
      if (before.text === searched.text) return;
      dropGrams.run(place, before.text);
      addGrams.run(place, place);
    },
    setBulk(isBulk) {
      for (const option of Object.entries(isBulk ? OPTIONS.bulk : OPTIONS.usual)) {
        command(...option);
      }
    },
    mergeGrams(isFirst) {
      const before = countSchema.parse(changes.get());
      // A negative number begins to merge all segments, however few; a positive one goes on with it.
      command('merge', isFirst ? -MERGED_PAGES : MERGED_PAGES);
      // The statement itself counts as a change.
      return countSchema.parse(changes.get()) - before > 1;
    },
    candidates(words) {
      const byText = matching(words.filter((word) => endingOf(word) === null));
      const amount = words.find((word) => endingOf(word) !== null && word.length > 2) ?? '';
      const ending = endingOf(amount);
      if (byText !== null || ending === null) return byText;
      // Where the word is not an amount, the text has all of its trigrams; where it is one, those of its major part.
      return amountsLike(db, ending, matchOf([amount]) ?? '') ?? matching([ending.whole]);
    },
  };
}

const BY_TEXT = 'SELECT rowid AS place FROM gram WHERE gram MATCH ?';

/** Amounts with such an end, and texts that match. Null: too many amounts end like it. */
function amountsLike(db: Database, { whole, decimals }: Ending, match: string): Candidates | null {
  const written = DECIMALS.filter((one) => one.startsWith(decimals));
  const ends = JSON.stringify(written.map((one) => reversed(`${whole}.${one}`)));
  // A colon is the character after 9.
  const [byAmount = '', bySent = ''] = ['amount', 'sent'].map(
    (column) => `
      SELECT place FROM json_each(?) CROSS JOIN doc INDEXED BY doc_by_${column}
      ON ${column} >= value AND ${column} < value || ':'`,
  );
  const counted = db.prepare(`SELECT count(*) FROM (${byAmount} LIMIT ${MOST_AMOUNTS + 1})`);
  if (countSchema.parse(counted.pluck().get(ends)) > MOST_AMOUNTS) return null;
  const sql = `${byAmount} UNION ${bySent} UNION ${BY_TEXT}`;
  return { sql, values: [ends, ends, match] };
}

function endingOf(word: string): Ending | null {
  const { whole, decimals } = AMOUNT_WORD.exec(word)?.groups ?? {};
  return whole === undefined || decimals === undefined ? null : { whole, decimals };
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** FTS5's query for the trigrams of these words; null where none of them is as long as a trigram. */
function matchOf(words: readonly string[]): string | null {
  const grams = words.flatMap((word) => gramsOf(word).slice(-GRAMS_A_WORD));
  if (grams.length === 0) return null;
  return grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
}

/** Every three characters in a row. */
function gramsOf(text: string): readonly string[] {
  const symbols = Array.from(text);
  return symbols.slice(2).map((last, at) => `${symbols[at]}${symbols[at + 1]}${last}`);
}
