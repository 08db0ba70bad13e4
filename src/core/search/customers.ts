import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type CustomerSuggestion,
  MOST_RECALLED,
  MOST_SUGGESTIONS,
  type PastRequest,
} from '#shared/domain/customer.ts';
import { fold, isMatch } from '#shared/search/fold.ts';

import { pastRequestOf } from '../log/reads/pastRequest.ts';
import type { Entry } from './entry.ts';
import type { NewRequest } from './newest.ts';
import type { Source } from './source.ts';
import type { Words } from './words.ts';

/** A customer of a profile, as far as the index is. */
type KnownCustomer = {
  readonly name: string;
  readonly requests: number;
  /** W1's event of the newest request. */
  readonly lastSeq: number;
};

export type Customers = {
  /** Its newest request so far. Inside a transaction. */
  readonly add: (entry: Entry) => void;
  /** All of them in one go: at the end of a first filling, during which nothing is added. */
  readonly make: () => void;
  readonly find: (profileId: string, name: string) => KnownCustomer | null;
  /** Whose name has every word, those of late first. */
  readonly latest: (
    profileId: string,
    words: readonly string[],
    most: number,
  ) => readonly KnownCustomer[];
  /** W1's events of the newest requests, newest first. */
  readonly seqsOf: (profileId: string, name: string, most: number) => readonly number[];
};

const SQL = {
  add: `
    INSERT INTO customer (profile, name, name_key, last_seq, requests) VALUES (?, ?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET last_seq = excluded.last_seq, requests = requests + 1`,
  make: `
    INSERT INTO customer (profile, name, name_key, last_seq, requests)
    SELECT profile, customer, min(customer_key), max(seq), count(*)
    FROM entry WHERE customer IS NOT NULL GROUP BY profile, customer`,
  find: `
    SELECT name, requests, last_seq AS lastSeq FROM customer WHERE profile = ? AND name = ?`,
  seqs: `
    SELECT seq FROM entry WHERE customer_key = ? AND customer = ? AND profile = ?
    ORDER BY place DESC LIMIT ?`,
} as const;
/** Names are looked at in the index alone, the latest first, until enough of them match. */
const latestSql = (words: number): string => `
  SELECT name, requests, last_seq AS lastSeq FROM customer INDEXED BY customer_by_last
  WHERE profile = ? ${' AND instr(name_key, ?) > 0'.repeat(words)} ORDER BY last_seq DESC LIMIT ?`;

const knownSchema = z.object({ name: z.string(), requests: z.int(), lastSeq: z.int() });
const seqsSchema = z.array(z.int());

/** Everybody a profile has issued for. */
export function createCustomers(db: Database, words: Words): Customers {
  const add = db.prepare(SQL.add);
  const make = db.prepare(SQL.make);
  const find = db.prepare(SQL.find);
  const seqs = db.prepare(SQL.seqs).pluck();
  const codeOf = (profileId: string): number => words.find(profileId) ?? 0;

  return {
    add({ profile_id: profileId, customer, customer_key: key, seq }) {
      if (customer !== null && key !== null) add.run(words.code(profileId), customer, key, seq);
    },
    make: () => void make.run(),
    find: (profileId, name) =>
      knownSchema.optional().parse(find.get(codeOf(profileId), name)) ?? null,
    latest: (profileId, wanted, most) =>
      db
        .prepare(latestSql(wanted.length))
        .all(codeOf(profileId), ...wanted, most)
        .map((row) => knownSchema.parse(row)),
    seqsOf: (profileId, name, most) =>
      seqsSchema.parse(seqs.all(fold(name), name, codeOf(profileId), most)),
  };
}

type ReadParts = {
  readonly source: Pick<Source, 'at'>;
  readonly customers: Customers;
  readonly newest: () => readonly NewRequest[];
};

export type CustomerReads = {
  /** Those of late first; see `customer.suggest`. */
  readonly suggestCustomers: (profileId: string, text: string) => readonly CustomerSuggestion[];
  readonly recallCustomer: (profileId: string, customer: string) => readonly PastRequest[];
};

/** From the index, with what is newer than it. Requests themselves are read from the log, as they are now. */
export function createCustomerReads({ source, customers, newest }: ReadParts): CustomerReads {
  const past = (seq: number): readonly PastRequest[] => {
    const recorded = source.at(seq);
    return recorded === null ? [] : [pastRequestOf(recorded.request)];
  };
  const newOf = (profileId: string): readonly NewRequest[] =>
    newest().filter((one) => one.profileId === profileId);

  return {
    suggestCustomers(profileId, text) {
      const words = nameWords(text);
      const fresh = freshCustomers(newOf(profileId), words).map((one) => {
        const before = customers.find(profileId, one.name)?.requests ?? 0;
        return { ...one, requests: before + one.requests };
      });
      const isFresh = new Set(fresh.map(({ name }) => name));
      const known = customers
        .latest(profileId, words, MOST_SUGGESTIONS)
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
      const known = customers.find(profileId, customer);
      const wanted = Math.min(known?.requests ?? 0, MOST_RECALLED);
      const older = wanted === 0 ? [] : customers.seqsOf(profileId, customer, wanted);
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
