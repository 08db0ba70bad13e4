import { z } from 'zod';

import type { VerifyReport } from '#shared/domain/logHealth.ts';

import type { ChainLink } from './chain.ts';
import { createErasingRows, isErasingKind } from './erasingRows.ts';
import type { EventStore } from './eventStore.ts';
import type { Store } from './store.ts';

export type ErasureFault = { readonly seq: number; readonly detail: string };
type Erased = NonNullable<VerifyReport['erased']>[number];

/** Only what is counted: the chain vouches for the rest. */
const namedSchema = z.object({
  events: z.array(z.int()).default([]),
  pictures: z.array(z.string()).default([]),
});
const DAY_LETTERS = 'YYYY-MM-DD'.length;

/**
 * Holds every missing body against the events that erase: a body is missing only where a later event names it, and what such
 * an event names is missing or about to be erased. One bit for each event of the log.
 */
export function createErasureCheck(
  { db, events }: Pick<Store, 'db'> & { readonly events: EventStore },
  headSeq: number,
) {
  const missing = new Uint8Array((headSeq >> 3) + 1);
  const stillThere: { readonly seq: number; readonly by: number }[] = [];
  const days = new Map<string, Erased>();
  const pictures = new Set<string>();
  let erasing = 0;

  function see(link: ChainLink): void {
    if (link.salted === null) mark(missing, link.seq, true);
    else if (isErasingKind(link.kind)) name(link, namesIn(link.salted, link.saltBytes));
  }
  function name({ seq: by, at }: ChainLink, said: z.infer<typeof namedSchema>): void {
    const { events: named } = said;
    for (const sha256 of said.pictures) pictures.add(sha256);
    erasing += 1;
    let bodies = 0;
    for (const seq of named) {
      if (seq < by && isMarked(missing, seq)) bodies += 1;
      else stillThere.push({ seq, by });
      mark(missing, seq, false);
    }
    const day = at.slice(0, DAY_LETTERS);
    const before = days.get(day) ?? { day, bodies: 0, events: 0, fromSeq: by, toSeq: by };
    const { fromSeq } = before;
    const counts = { bodies: before.bodies + bodies, events: before.events + 1 };
    days.set(day, { day, ...counts, fromSeq, toSeq: by });
  }

  return {
    see,
    /** Pictures that were removed with requests. Another request may have had the same one. */
    pictures: pictures as ReadonlySet<string>,
    /** By the days on which they were erased. */
    erased: (): readonly Erased[] => [...days.values()],
    /** Once every link was seen. */
    fault(): ErasureFault | null {
      const unnamed = firstMarked(missing);
      if (unnamed !== null) {
        const detail = `the body of event ${unnamed} is missing, and no event says that it was erased`;
        return { seq: unnamed, detail };
      }
      const rows = createErasingRows(db, events);
      // The desk may have erased it since the link was read.
      const left = stillThere.find(({ seq }) => !rows.isPending(seq) && !events.isErased(seq));
      if (left !== undefined) {
        const detail = `event ${left.by} says that event ${left.seq} was erased, and it is still there`;
        return { seq: left.seq, detail };
      }
      const known = rows.count(headSeq);
      if (known === erasing) return null;
      return { seq: headSeq, detail: `${erasing} events erase, and ${known} are listed` };
    },
  };
}

function namesIn(salted: Buffer, saltBytes: number): z.infer<typeof namedSchema> {
  const body: unknown = JSON.parse(salted.toString('utf8', saltBytes));
  return namedSchema.parse(body);
}

function mark(bits: Uint8Array, seq: number, isSet: boolean): void {
  const at = seq >> 3;
  if (seq < 1 || at >= bits.length) return;
  const bit = 1 << (seq & 7);
  bits[at] = isSet ? (bits[at] ?? 0) | bit : (bits[at] ?? 0) & ~bit;
}

function isMarked(bits: Uint8Array, seq: number): boolean {
  return ((bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0;
}

function firstMarked(bits: Uint8Array): number | null {
  const at = bits.findIndex((byte) => byte !== 0);
  if (at < 0) return null;
  const seqs = Array.from({ length: 8 }, (_, bit) => at * 8 + bit);
  return seqs.find((seq) => isMarked(bits, seq)) ?? null;
}
