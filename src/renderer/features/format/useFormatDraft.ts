import {
  type UseMutationResult,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { applyProfiles } from '../../client/applyEvent.ts';
import { type Mutation, callOrThrow, useOperation } from '../../client/operation.ts';
import { useClient, isFixed } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import { typedStorage } from '../../client/typedStorage.ts';
import { withValueAt } from '../../ui/form/fields.ts';
import { useDrawNow } from '../../ui/hooks.ts';
import { type FormatChanges, isChanged, onlyKeys, setUpWith, withChanges } from './draft.ts';
import { type KeptDraft, NOTHING_KEPT, loadDraft, saveDraft } from './keptDraft.ts';
import { type LabSample, exampleOf } from './lab/labSample.ts';

export type FormatDraft = {
  readonly dialect: Dialect;
  readonly dirty: boolean;
  readonly set: (path: string, value: unknown) => void;
  readonly replace: (dialect: Dialect) => void;
  readonly discard: () => void;
  /** The lab's body and the pasted signature: typed off the provider's document, so they outlive a look elsewhere. */
  readonly sample: LabSample;
  readonly expected: string;
  readonly setSample: (sample: LabSample) => void;
  readonly setExpected: (expected: string) => void;
};

/**
 * What is not saved yet lives beside the cached answers, so that it is still there after another tab was looked at; and in
 * the session, so that it is there after a reload.
 */
export function useFormatDraft(profile: Profile): FormatDraft {
  const cache = useQueryClient();
  const drawNow = useDrawNow();
  const queryKey = KEYS.formatDraft(profile.id);
  const load = (): KeptDraft => loadDraft(typedStorage(), profile);
  const { data = NOTHING_KEPT } = useQuery<KeptDraft>({
    queryKey,
    queryFn: skipToken,
    initialData: load,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const update = (next: (last: KeptDraft) => KeptDraft): void => {
    const kept = cache.setQueryData<KeptDraft>(queryKey, (last) => next(last ?? load()));
    if (kept !== undefined) saveDraft(typedStorage(), profile, kept);
    drawNow();
  };
  const keep = (part: Partial<KeptDraft>): void => update((last) => ({ ...last, ...part }));
  const change = (changes: FormatChanges): void =>
    update((last) => ({ ...last, changes: { ...last.changes, ...changes } }));
  return {
    dialect: withChanges(profile.dialect, data.changes),
    dirty: isChanged(profile.dialect, data.changes),
    set: (path, value) =>
      update((last) => {
        const next = withValueAt(withChanges(profile.dialect, last.changes), path, value);
        const touched = onlyKeys(next, new Set([path.split('.')[0] ?? '']));
        return { ...last, changes: { ...last.changes, ...touched } };
      }),
    replace: change,
    discard: () => keep({ changes: {} }),
    sample: data.sample ?? exampleOf('create', profile.merchant),
    expected: data.expected,
    setSample: (sample) => keep({ sample }),
    setExpected: (expected) => keep({ expected }),
  };
}

/** The whole set-up travels, with this format in it. */
export function useSaveFormat(): Mutation<'profile.save'> {
  return useOperation('profile.save', async (cache, saved) => {
    await applyProfiles(cache, [saved]);
    await cache.invalidateQueries({ queryKey: KEYS.limits(saved.id) });
  });
}

/** Without its secrets; the new one can be changed. The embedded sandbox has no record to duplicate: its set-up is saved anew. */
export function useDuplicateProfile(profile: Profile): UseMutationResult<Profile, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      isFixed(profile)
        ? callOrThrow(client, 'profile.save', {
            id: null,
            setUp: { ...setUpWith(profile, profile.dialect), name },
          })
        : callOrThrow(client, 'profile.duplicate', { profileId: profile.id, name }),
    // In the list before it is opened: a profile outside the list has no page.
    onSuccess: (copy) => applyProfiles(cache, [copy]),
  });
}
