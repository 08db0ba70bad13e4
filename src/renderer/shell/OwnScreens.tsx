import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { Session } from '#shared/domain/people.ts';

import { ClientContext, type Desk, DeskContext, useClient } from '../client/deskContext.ts';
import { isSignedOut } from '../client/firstAnswers.ts';
import { clientOf, forgetAnswers, takeStorage } from '../client/leaving.ts';
import { typedStorage } from '../client/typedStorage.ts';
import { loadSignIn } from './PersonCover.tsx';

/** Stands for the desk's operator where the desk has no people. */
const NO_PERSON = '';
/** How often core hears that the operator is there, at most. */
const STILL_HERE_EVERY_MS = 15_000;

type Props = { readonly desk: Desk; readonly children: ReactNode };

/**
 * The screens of the person who is signed in. They stay, covered, while the person is away, with everything typed in them. Another
 * person gets screens of their own: the last ones are taken off, and what they stored is set aside, before the next are drawn.
 */
export function OwnScreens({ desk, children }: Props): ReactNode {
  const { session } = desk;
  const own = useOwnDesk(desk);
  const cache = useQueryClient();
  const client = useClient();
  /** Null: signed out. */
  const wanted = session.hasPeople ? (session.person?.personId ?? null) : NO_PERSON;
  const [owner, setOwner] = useState(session.hasPeople ? null : NO_PERSON);
  const last = useRef(wanted);
  useEffect(() => {
    const wasSetUpHere = last.current === NO_PERSON;
    last.current = wanted;
    if (wanted === null || wanted === owner) return;
    if (wanted !== NO_PERSON) takeStorage(typedStorage(), wanted, wasSetUpHere);
    if (owner !== null) forgetAnswers(cache);
    // Another person begins at the beginning, not in what the last one had open.
    if (owner !== null && owner !== NO_PERSON) location.hash = '#/';
    setOwner(wanted);
  }, [cache, wanted, owner]);
  useEffect(() => {
    if (session.hasPeople) loadSignIn();
  }, [session.hasPeople]);
  useStillHere(session);
  const ownClient = useMemo(
    () => (owner === null || owner === NO_PERSON ? client : clientOf(client, cache, owner)),
    [client, cache, owner],
  );
  if (owner === null || (wanted !== null && wanted !== owner)) return null;
  return (
    <ClientContext key={owner} value={ownClient}>
      <DeskContext value={own}>{children}</DeskContext>
    </ClientContext>
  );
}

/** While covered, the screens keep what their person may do: taking it from them would take them, and what is typed, off the page. */
function useOwnDesk(desk: Desk): Desk {
  const [session, setSession] = useState(desk.session);
  if (session !== desk.session && !isSignedOut(desk.session)) setSession(desk.session);
  return useMemo(() => ({ ...desk, session }), [desk, session]);
}

/** Core cannot tell a page's own questions from an operator's: it counts idle time from what the page tells it. */
function useStillHere({ person, idleMinutes }: Session): void {
  const client = useClient();
  const isWatched = person !== null && idleMinutes !== null;
  useEffect(() => {
    if (!isWatched) return undefined;
    let toldAtMs = -Infinity;
    const tell = (): void => {
      const nowMs = performance.now();
      if (nowMs - toldAtMs < STILL_HERE_EVERY_MS) return;
      toldAtMs = nowMs;
      void client.call('people.stillHere', {});
    };
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const name of events)
      window.addEventListener(name, tell, { capture: true, passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, tell, { capture: true });
    };
  }, [client, isWatched]);
}
