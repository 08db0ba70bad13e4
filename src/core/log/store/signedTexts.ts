import { hash } from 'node:crypto';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { RequestEvent } from './events.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

const SQL = {
  put: 'INSERT INTO signed_text (seq, digest) VALUES (?, ?)',
  clear: 'DELETE FROM signed_text',
  seqsOf: `
    SELECT seq FROM signed_text WHERE substr(digest, 1, 8) = substr(:digest, 1, 8) AND digest = :digest
    ORDER BY seq`,
} as const;

/** Nobody finds another text for so much of a SHA-256, and the log keeps one for every request and callback. */
const KEPT_BYTES = 16;

/** Which events have signed a text, by their digest (`signedDigestOf`). */
export function createSignedTexts(db: Database) {
  const of = createStatements(db);
  return {
    put(event: RequestEvent): void {
      const digest = signedDigestOf(event);
      if (digest !== null) of(SQL.put).run(event.seq, digest.subarray(0, KEPT_BYTES));
    },
    clear: () => void of(SQL.clear).run(),
    /** Oldest first. */
    seqsOf: (digest: string): readonly number[] =>
      z.array(z.int()).parse(
        of(SQL.seqsOf)
          .pluck()
          .all({ digest: Buffer.from(digest, 'hex').subarray(0, KEPT_BYTES) }),
      ),
  };
}

/**
 * What `signed_text` holds for an event; null: nothing was signed. Of a request it is the digest of the text, because a request is
 * prepared before it is signed; of a callback that of the signature, which two texts or two secrets never share.
 */
function signedDigestOf(event: RequestEvent): Buffer | null {
  if (event.kind === 'prepared') return digestOf(event.body.stringToSign);
  if (event.kind !== 'callback' || event.body.verdict !== 'verified') return null;
  const { signature, raw } = event.body;
  if (signature !== undefined) return Buffer.from(signature, 'hex');
  // Made-up requests have none.
  return digestOf(raw.body === '' ? raw.query : raw.body);
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
