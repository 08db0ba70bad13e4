import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { KEYS } from '../../client/keys.ts';
import { useDrawNow } from '../../ui/useDrawNow.ts';
import { type FormatChanges, isChanged, withChanges } from './draft.ts';
import { type KeptDraft, NOTHING_KEPT, loadDraft, saveDraft } from './keptDraft.ts';
import { type LabSample, exampleOf } from './lab/labSample.ts';

export type FormatDraft = {
  readonly dialect: Dialect;
  readonly dirty: boolean;
  readonly set: <K extends keyof Dialect>(key: K, value: Dialect[K]) => void;
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
  const load = (): KeptDraft => loadDraft(sessionStorage, profile);
  const { data = NOTHING_KEPT } = useQuery<KeptDraft>({
    queryKey,
    queryFn: skipToken,
    initialData: load,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const update = (next: (last: KeptDraft) => KeptDraft): void => {
    const kept = cache.setQueryData<KeptDraft>(queryKey, (last) => next(last ?? load()));
    if (kept !== undefined) saveDraft(sessionStorage, profile, kept);
    drawNow();
  };
  const keep = (part: Partial<KeptDraft>): void => update((last) => ({ ...last, ...part }));
  const change = (changes: FormatChanges): void =>
    update((last) => ({ ...last, changes: { ...last.changes, ...changes } }));
  return {
    dialect: withChanges(profile.dialect, data.changes),
    dirty: isChanged(profile.dialect, data.changes),
    set: (key, value) => change({ [key]: value }),
    replace: change,
    discard: () => keep({ changes: {} }),
    sample: data.sample ?? exampleOf('create', profile.merchant),
    expected: data.expected,
    setSample: (sample) => keep({ sample }),
    setExpected: (expected) => keep({ expected }),
  };
}
