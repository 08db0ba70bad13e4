import { type CallbackTaken, takenAs } from '#shared/domain/callback.ts';

import type { CallbackIndex } from './callbackIndex.ts';
import type { LimitsIndex } from './limitsIndex.ts';
import type { NoteIndex } from './noteIndex.ts';
import type { Noted } from './sourceEvents.ts';

/** What the index keeps of events besides the requests that they are about. */
export type NoteParts = {
  readonly callbacks: CallbackIndex;
  readonly limits: LimitsIndex;
  readonly writtenNotes: NoteIndex;
};

export function note({ callbacks, limits, writtenNotes }: NoteParts, event: Noted): void {
  const { seq, atMs, kind, intentId, callback } = event;
  if (kind === 'limits') limits.add(seq, atMs);
  if (kind === 'noted' && intentId !== null) writtenNotes.add(seq, atMs, intentId);
  if (callback === null) return;
  const { profileId, repeatOf } = callback;
  if (repeatOf === null) callbacks.add({ seq, atMs, profileId, taken: takenOf(kind, callback) });
  else callbacks.add({ seq, atMs, profileId, repeatOf });
}

function takenOf(kind: string, callback: NonNullable<Noted['callback']>): CallbackTaken {
  return kind === 'callback_apart' ? 'apart' : takenAs(callback.verdict, callback.contradicts);
}
