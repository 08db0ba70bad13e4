import type { EventRange } from '#shared/domain/logHealth.ts';

import { type Anchor, isBehind, isStampedIn } from './anchor.ts';
import type { EventStore } from './eventStore.ts';

/**
 * The last events of the log where its anchor is a little behind, as a desk leaves it that was killed, lost its power or had no answer
 * from the keychain; and as somebody leaves it who puts an older anchor back. null: none, or none but the stamping's own.
 */
export function unstampedTail(found: Anchor, events: EventStore): EventRange | null {
  const last = events.newest('epoch');
  const toSeq = events.head().seq;
  if (found.keyed === null || last?.kind !== 'epoch' || !isStampedIn(found, last.body.epoch)) {
    return null;
  }
  const fromSeq = found.keyed.seq + 1;
  // Further behind it counts as missing, and that is on record instead.
  if (fromSeq > toSeq || isBehind(found, toSeq)) return null;
  for (let seq = fromSeq; seq <= toSeq; seq += 1) {
    const kind = events.bySeq(seq)?.kind;
    if (kind !== 'epoch' && kind !== 'checkpoint') return { fromSeq, toSeq };
  }
  return null;
}
