import type { QueryClient } from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import { failure } from '#shared/domain/failure.ts';
import type { Session } from '#shared/domain/people.ts';
import { err } from '#shared/domain/result.ts';

import { KEYS } from './keys.ts';
import { OF_TAB } from './typedStorage.ts';

type BeforeLeaving = () => Promise<unknown> | undefined;
const beforeLeaving = new Set<BeforeLeaving>();

/** Called before the person leaves by hand, while core still takes what the page sends as theirs. Returns how to stop. */
export function onBeforeLeaving(run: BeforeLeaving): () => void {
  beforeLeaving.add(run);
  return () => void beforeLeaving.delete(run);
}

/** Covers the page at once, also where the desk does not answer; core signs out once it has what was typed last. */
export async function leave(client: Client, cache: QueryClient): Promise<void> {
  const sent = [...beforeLeaving].map(async (run) => run());
  await cache.cancelQueries({ queryKey: KEYS.session });
  cache.setQueryData<Session>(KEYS.session, (last) =>
    last === undefined || last.person === null
      ? last
      : { ...last, person: null, permissions: [], lastPersonId: last.person.personId },
  );
  await Promise.allSettled(sent);
  const reply = await client.call('people.signOut', {});
  if (reply.ok) cache.setQueryData(KEYS.session, reply.value);
}

/**
 * For the screens of one person: while they are covered, or go because another person signed in, nothing of them reaches core. What
 * they would still send, such as a draft, would be recorded as the other person's.
 */
export function clientOf(client: Client, cache: QueryClient, personId: string): Client {
  const isHere = (): boolean =>
    cache.getQueryData<Session>(KEYS.session)?.person?.personId === personId;
  return {
    call: async (name, input, options) =>
      // Signing out is sent when the page is covered already.
      isHere() || name === 'people.signOut'
        ? client.call(name, input, options)
        : err(failure('sign_in_first')),
    onEvent: client.onEvent,
  };
}

const OWNER_KEY = 'desk-person';

type Entries = readonly (readonly [key: string, value: string])[];
/** What the tab keeps of people who are not there now. In memory only: it may name customers, and a browser's storage is a file. */
const aside = new Map<string, Entries>();

/**
 * What the tab keeps (drafts, notes, filters) belongs to the person who typed it: another one finds their own, or nothing.
 * `adopts`: the first person was set up in this very tab and goes on with what was typed before.
 */
export function takeStorage(storage: Storage, personId: string, adopts: boolean): void {
  const owner = storage.getItem(OWNER_KEY);
  if (owner !== personId && !adopts) {
    const kept = entriesOf(storage);
    if (owner !== null) aside.set(owner, kept);
    for (const [key] of kept) storage.removeItem(key);
    for (const [key, value] of aside.get(personId) ?? []) storage.setItem(key, value);
    aside.delete(personId);
  }
  storage.setItem(OWNER_KEY, personId);
}

function entriesOf(storage: Storage): Entries {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  return keys
    .filter((key) => key !== OWNER_KEY && !OF_TAB.has(key))
    .map((key) => [key, storage.getItem(key) ?? '']);
}

/** Answers that are the same whoever is signed in. */
const FOR_ALL = new Set<unknown>(
  [
    KEYS.info,
    KEYS.settings,
    KEYS.lock,
    KEYS.session,
    KEYS.pageProfile,
    KEYS.profiles,
    KEYS.protection,
  ].flat(),
);

/** Nothing that was read for one person is shown to the next. */
export function forgetAnswers(cache: QueryClient): void {
  const ofPerson = {
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      !FOR_ALL.has(queryKey[0]),
  };
  void cache.cancelQueries(ofPerson);
  cache.removeQueries(ofPerson);
  cache.getMutationCache().clear();
}
