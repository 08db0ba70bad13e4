import { useCallback, useMemo } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile, StateWord } from '#shared/domain/profile.ts';

import { useDesk } from '../client/deskContext.ts';

/** What a provider's word means at its profile; null when it is not configured, so it has no colour. */
export type StateWords = (profileId: ProfileId, word: string | null) => StateWord | null;

/** Made once for a whole table: a row only looks its word up. */
export function useStateWords(): StateWords {
  const { profiles } = useDesk();
  const known = useMemo(() => wordsOf(profiles), [profiles]);
  return useCallback(
    (profileId, word) => (word === null ? null : (known.get(profileId)?.get(word) ?? null)),
    [known],
  );
}

type Known = ReadonlyMap<ProfileId, ReadonlyMap<string, StateWord>>;

function wordsOf(profiles: readonly Pick<Profile, 'id' | 'stateWords'>[]): Known {
  return new Map(
    profiles.map(({ id, stateWords }) => [
      id,
      new Map(stateWords.map((known) => [known.word, known])),
    ]),
  );
}
