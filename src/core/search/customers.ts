import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type CustomerSuggestion,
  MOST_RECALLED,
  MOST_SUGGESTIONS,
  type PastRequest,
  pastRequestOf,
} from '#shared/domain/customer.ts';
import { fold, isMatch } from '#shared/search/fold.ts';

import type { NewRequest } from './newest.ts';
import type { Source } from './source.ts';
import type { Words } from './words.ts';

/** All of them in one go at the end of a first filling; then SQLite keeps them itself. */
export const CUSTOMERS_SQL: Readonly<Record<string, string>> = {
  customer_erased: `
    CREATE TRIGGER customer_erased AFTER UPDATE ON entry
      WHEN old.customer IS NOT NULL AND new.customer IS NULL BEGIN
      UPDATE customer SET requests = requests - 1 WHERE profile = old.profile AND name = old.customer;
      DELETE FROM customer WHERE profile = old.profile AND name = old.customer AND requests <= 0;
    END`,
  customer_added: `
    INSERT INTO customer (profile, name, name_key, last_seq, requests)
    SELECT profile, customer, min(customer_key), max(seq), count(*)
    FROM entry WHERE customer IS NOT NULL GROUP BY profile, customer;
    CREATE TRIGGER customer_added AFTER INSERT ON entry WHEN new.customer IS NOT NULL BEGIN
      INSERT INTO customer (profile, name, name_key, last_seq, requests)
      VALUES (new.profile, new.customer, new.customer_key, new.seq, 1)
      ON CONFLICT DO UPDATE SET last_seq = excluded.last_seq, requests = requests + 1;
    END`,
};

/** A customer of a profile, as far as the index is. `lastSeq` is W1's event of the newest request. */
const knownSchema = z.object({ name: z.string(), requests: z.int(), lastSeq: z.int() });
type KnownCustomer = Readonly<z.infer<typeof knownSchema>>;
const seqsSchema = z.array(z.int());

/** Names are looked at in the index alone, the latest first, until enough of them match. */
const latestSql = (words: number): string => `
  SELECT name, requests, last_seq AS lastSeq FROM customer INDEXED BY customer_by_last
  WHERE profile = ? ${' AND instr(name_key, ?) > 0'.repeat(words)} ORDER BY last_seq DESC LIMIT ?`;

type ReadParts = {
  readonly db: Database;
  readonly words: Words;
  readonly source: Pick<Source, 'at'>;
  readonly newest: () => readonly NewRequest[];
};

export type CustomerReads = {
  /** Those of late first; see `customer.suggest`. */
  readonly suggestCustomers: (profileId: string, text: string) => readonly CustomerSuggestion[];
  readonly recallCustomer: (profileId: string, customer: string) => readonly PastRequest[];
};

/** From the index, with what is newer than it. Requests themselves are read from the log, as they are now. */
export function createCustomerReads({ db, words, source, newest }: ReadParts): CustomerReads {
  const byName = db.prepare(`
    SELECT name, requests, last_seq AS lastSeq FROM customer WHERE profile = ? AND name = ?`);
  const codeOf = (profileId: string): number => words.find(profileId) ?? 0;
  const requestsOf = (profileId: string, name: string): number =>
    knownSchema.optional().parse(byName.get(codeOf(profileId), name))?.requests ?? 0;
  /** W1's events of the newest requests, newest first. The index that finds them is made late. */
  const seqsOf = (profileId: string, name: string, most: number): readonly number[] =>
    seqsSchema.parse(
      db
        .prepare(
          `SELECT seq FROM entry WHERE customer_key = ? AND customer = ? AND profile = ?
          ORDER BY place DESC LIMIT ?`,
        )
        .pluck()
        .all(fold(name), name, codeOf(profileId), most),
    );
  const past = (seq: number): readonly PastRequest[] => {
    const recorded = source.at(seq);
    return recorded === null ? [] : [pastRequestOf(recorded.request)];
  };
  const newOf = (profileId: string): readonly NewRequest[] =>
    newest().filter((one) => one.profileId === profileId);

  return {
    suggestCustomers(profileId, text) {
      const wanted = nameWords(text);
      const fresh = freshCustomers(newOf(profileId), wanted).map((one) => ({
        ...one,
        requests: requestsOf(profileId, one.name) + one.requests,
      }));
      const isFresh = new Set(fresh.map(({ name }) => name));
      const known = db
        .prepare(latestSql(wanted.length))
        .all(codeOf(profileId), ...wanted, MOST_SUGGESTIONS)
        .map((row) => knownSchema.parse(row))
        .filter(({ name }) => !isFresh.has(name));
      return [...fresh, ...known]
        .slice(0, MOST_SUGGESTIONS)
        .flatMap(({ name, requests, lastSeq }) =>
          past(lastSeq).map((last) => ({ customer: name, requests, last })),
        );
    },
    recallCustomer(profileId, customer) {
      const fresh = newOf(profileId)
        .filter((one) => one.customer === customer)
        .map(({ seq }) => seq);
      const wanted = Math.min(requestsOf(profileId, customer), MOST_RECALLED);
      const older = wanted === 0 ? [] : seqsOf(profileId, customer, wanted);
      return [...fresh, ...older].slice(0, MOST_RECALLED).flatMap(past);
    },
  };
}

/**
 * Each must be in the name, wherever. An amount's comma, which the log's search takes for a point, is a comma here; and half of
 * a character, which no keyboard types, is in no name.
 */
function nameWords(text: string): readonly string[] {
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');
  return [...new Set(fold(whole).split(/\s+/u))].filter((word) => word !== '');
}

/** Those of the newest requests whose name has every word, the latest first. */
function freshCustomers(
  requests: readonly NewRequest[],
  words: readonly string[],
): readonly KnownCustomer[] {
  const byName = new Map<string, KnownCustomer>();
  for (const { seq, customer } of requests) {
    if (customer === null || !isMatch([fold(customer)], words)) continue;
    const later = byName.get(customer);
    byName.set(
      customer,
      later === undefined
        ? { name: customer, requests: 1, lastSeq: seq }
        : { ...later, requests: later.requests + 1 },
    );
  }
  return [...byName.values()];
}
