import { createHash } from 'node:crypto';

import type { Statement } from 'better-sqlite3';
import { z } from 'zod';

import { merchantModeOf, repeatKeyOf } from '#shared/domain/orderUse.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

const SQL = {
  /** Newest first; read row by row, until one is too old. */
  earlier: `
    SELECT intent_id AS intentId, last_seq AS lastSeq, events, document, created_at AS createdAt FROM request
    WHERE same_key = ? AND may_exist = 1 ORDER BY first_seq DESC`,
  clear: 'UPDATE request SET same_key = NULL WHERE intent_id = ? AND same_key IS NOT NULL',
} as const;
const rowSchema = z.object({ createdAt: z.string() });

type Asked = Pick<DepositRequest, 'mode' | 'body'> & Partial<Pick<DepositRequest, 'erased'>>;

/** Requests for the same customer and amount, found by the column `same_key`. */
export function createSameAgain(
  of: (sql: string) => Statement,
  readRow: (row: unknown) => DepositRequest,
) {
  return {
    /** The customer of an erased request can be found no more: a digest of a name can be guessed. */
    note(request: DepositRequest): void {
      if (sameTextOf(request) === null) of(SQL.clear).run(request.intentId);
    },
    /**
     * The newest one that may exist at the provider, for the same merchant, mode, customer, currency and amount, recorded after
     * `since`. Rows stand in the order of recording, so that the first older one ends the search.
     */
    findSince: (asked: Asked, since: string): DepositRequest | null => {
      const key = sameKeyOf(asked);
      if (key === null) return null;
      for (const row of of(SQL.earlier).iterate(key)) {
        if (rowSchema.parse(row).createdAt <= since) return null;
        const request = readRow(row);
        if (sameTextOf(request) === sameTextOf(asked)) return request;
      }
      return null;
    },
  };
}

/** Null without a customer, or after the customer was erased. */
function sameTextOf(asked: Asked): string | null {
  const key = asked.erased === undefined ? repeatKeyOf(asked.body.fields) : null;
  const { merchant, mode } = merchantModeOf(asked);
  return key === null ? null : `${merchant.toLowerCase()} ${mode} ${key}`;
}

/** 48 bits of its SHA-256: a short key for the index. */
export function sameKeyOf(asked: Asked): number | null {
  const text = sameTextOf(asked);
  return text === null ? null : createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
