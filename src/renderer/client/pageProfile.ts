import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';

import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import type { Session } from '#shared/domain/people.ts';

import { useClient, useDesk } from './deskContext.ts';
import { KEYS } from './keys.ts';
import { callOrThrow } from './operation.ts';

const STORAGE_KEY = 'page-profile';
/** Stands for the desk's operator where the desk has no people. */
const NO_PERSON = '';

/** The profile that this page shows and issues with. `owner` is the person who chose it. */
const pageProfileSchema = z.strictObject({ owner: z.string(), profileId: profileIdSchema });
type PageProfile = z.infer<typeof pageProfileSchema>;

function keptByTab(storage: Storage = sessionStorage): PageProfile | null {
  try {
    return pageProfileSchema.parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? ''));
  } catch {
    return null;
  }
}

/** In the tab's storage too: a reload keeps the page's choice, whatever other pages of the same person have chosen since. */
function show(cache: QueryClient, choice: PageProfile | null): void {
  cache.setQueryData<PageProfile | null>(KEYS.pageProfile, choice);
  if (choice !== null) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(choice));
}

/** Null: signed out. */
function ownerOf({ hasPeople, person }: Session): string | null {
  return hasPeople ? (person?.personId ?? null) : NO_PERSON;
}

/**
 * A page opens with the profile that its person chose last, and from then on only its own switcher changes it. Another person who
 * signs in here brings their own. A page from before the desk had people stays where it is when the first person signs in.
 */
function choiceIn(session: Session, kept: PageProfile | null): PageProfile | null {
  const owner = ownerOf(session);
  if (owner === null || kept?.owner === owner) return kept;
  if (kept?.owner === NO_PERSON) return { owner, profileId: kept.profileId };
  return session.profileId === null ? kept : { owner, profileId: session.profileId };
}

/** Null while the session is loading, and on a page where no person has signed in yet. */
export function usePageProfile(session: Session | undefined): ProfileId | null {
  const cache = useQueryClient();
  const { data: kept } = useQuery({
    queryKey: KEYS.pageProfile,
    queryFn: () => keptByTab(),
    initialData: () => keptByTab(),
    staleTime: Infinity,
  });
  const choice = session === undefined ? kept : choiceIn(session, kept);
  useEffect(() => {
    if (choice !== kept) show(cache, choice);
  }, [cache, choice, kept]);
  return choice?.profileId ?? null;
}

/** Of this page alone. It holds at once and is taken back if the desk refuses it: switching must not wait for the desk. */
export function useChooseProfile(): UseMutationResult<unknown, Error, ProfileId> {
  const client = useClient();
  const cache = useQueryClient();
  const owner = ownerOf(useDesk().session);
  return useMutation({
    mutationFn: (profileId: ProfileId) => callOrThrow(client, 'profile.choose', { profileId }),
    onMutate: (profileId) => {
      const before = cache.getQueryData<PageProfile | null>(KEYS.pageProfile) ?? null;
      if (owner !== null) show(cache, { owner, profileId });
      return before;
    },
    onError: (_error, _profileId, before) => show(cache, before ?? null),
  });
}
