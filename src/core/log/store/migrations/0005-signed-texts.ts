import { fillSignedTexts } from '../fillSignedTexts.ts';
import type { Migration } from '../migration.ts';

/**
 * Digests of every text that was signed: a request's string to sign (the event `prepared`), and what the signature of a verified
 * callback covers. The first must never verify as a callback; the second, come again, is a repeat whatever stands beside it.
 * `callback_waiting`: callbacks whose signature could not be checked, and was not checked since.
 */
export const signedTexts: Migration = {
  version: 5,
  fill: fillSignedTexts,
  sql: `
    CREATE TABLE signed_text (
      seq INTEGER PRIMARY KEY,
      digest BLOB NOT NULL
    ) STRICT;
    CREATE INDEX signed_text_by_digest ON signed_text (digest);
    CREATE TABLE callback_waiting (seq INTEGER PRIMARY KEY) STRICT;
  `,
};
