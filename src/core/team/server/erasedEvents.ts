import { z } from 'zod';

import { erasedBy } from '../../log/care/tail.ts';
import type { WholeLink } from '../../log/store/chain.ts';

const count = z.coerce.number().int();
const hex = z.instanceof(Buffer).transform((bytes) => bytes.toString('hex'));
export const storedEventSchema = z.object({
  seq: count,
  at: z.string(),
  kind: z.string(),
  intent_id: z.guid().nullable(),
  body: z.string().nullable(),
  salt: z.instanceof(Buffer).nullable(),
  digest: hex,
  previous: hex,
  hash: hex,
  erased_by: count.nullable(),
});

/** `erasedBy`: the later event that took the body away, as the server recorded it. */
export type StoredLink = WholeLink & { readonly erasedBy: number | null };

/**
 * What the desk's retention erased here too. The event that erased something names it, and states the whole request: its row is held
 * against that. What no such event names was emptied by a login that did not want it to be read.
 */
export function createErasedEvents() {
  const waiting = new Map<number, number>();
  const intents = new Set<string>();
  const namedBy = (by: WholeLink): readonly number[] => {
    try {
      return erasedBy(by);
    } catch {
      return [];
    }
  };
  return {
    /** The event needs no look of its own: it was erased, or is about a request that a later event states anew. */
    isCovered(link: StoredLink, requests: ReadonlyMap<string, unknown>): boolean {
      for (const seq of namedBy(link)) {
        if (waiting.get(seq) === link.seq) waiting.delete(seq);
      }
      const { intentId, erasedBy: by } = link;
      if (by !== null) {
        waiting.set(link.seq, by);
        if (intentId !== null) intents.add(intentId);
        return true;
      }
      const isBefore = intentId !== null && intents.has(intentId) && !requests.has(intentId);
      return isBefore && link.kind !== 'requisites_erased';
    },
    unnamed: (): readonly number[] => [...waiting.keys()],
  };
}

export function storedLinkOf(row: z.infer<typeof storedEventSchema>): StoredLink {
  const { seq, at, kind, intent_id: intentId, body, salt, digest, previous, hash } = row;
  const salted = salt === null || body === null ? null : Buffer.concat([salt, Buffer.from(body)]);
  const place = { seq, at, kind, intentId, erasedBy: row.erased_by };
  return { ...place, salted, saltBytes: salt?.length ?? 0, digest, previous, hash };
}
