import type { QueryClient } from '@tanstack/react-query';

import type { Shift, ShiftState } from '#shared/domain/personShift.ts';

import { catchUp } from '../../client/applyEvent.ts';
import { useDesk, useMay } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from '../../client/operation.ts';
import type { Language, Say } from '../../i18n/i18n.ts';
import { betweenText, shortTimeText } from '../../text/time.ts';

/** Asked anew with every `people.changed`; never at a desk without people. */
export function useShiftState(): Answer<'shift.state'> {
  const { session } = useDesk();
  return useAnswer('shift.state', {}, KEYS.shiftState, { enabled: session.person !== null });
}

const keepState = (cache: QueryClient, state: ShiftState): unknown =>
  cache.setQueryData(KEYS.shiftState, state);

export const useOpenShift = (): Mutation<'shift.open'> => useOperation('shift.open', keepState);
export const useCloseShift = (): Mutation<'shift.close'> => useOperation('shift.close', keepState);

/** The page is the next person's from then on. */
export const useAcceptShift = (): Mutation<'shift.accept'> =>
  useOperation('shift.accept', (cache, session) => {
    cache.setQueryData(KEYS.session, session);
    void catchUp(cache);
  });

/** People and shifts to narrow by. Empty at a desk without people, which is not asked. */
export function useShiftList(isWanted = true): Answer<'shift.list'> {
  const { session } = useDesk();
  const mayRead = useMay('read_log');
  const enabled = isWanted && session.hasPeople && mayRead;
  return useAnswer('shift.list', {}, KEYS.shiftList, { enabled, staleTime: 5000 });
}

/** Whose, and from when to when. */
export function shiftName(
  { person, openedAt, closed }: Shift,
  language: Language,
  say: Say,
): string {
  const { name } = person;
  if (closed === null) return say('shift.other', { name, time: shortTimeText(openedAt, language) });
  const span = { from: openedAt, to: closed.at };
  return say('shift.name', { name, span: betweenText(span, language, null, Date.now()) });
}
