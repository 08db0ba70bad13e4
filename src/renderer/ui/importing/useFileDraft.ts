import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { useClient } from '../../client/deskContext.ts';

export type FileDraft<Draft> = {
  readonly draft: Draft | null;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** One step after the other: none overtakes the one before it. */
  readonly run: (step: () => Promise<Draft | null>) => void;
  /** A step with the draft as it is when the step begins, not when it was asked for. */
  readonly onDraft: (step: (now: Draft) => Promise<Draft>) => void;
  /** At once, and without a step: `changed` is given the draft as it is now, which the screen may not have drawn yet. */
  readonly change: (changed: (now: Draft) => Partial<Draft>) => void;
  readonly cancel: () => void;
  readonly close: () => void;
};

/** A file on its way into the desk. Kept by the page, so that looking something up in the Log loses nothing. */
export function useFileDraft<Draft extends { readonly importId: string }>(
  queryKey: readonly string[],
): FileDraft<Draft> {
  const client = useClient();
  const cache = useQueryClient();
  const { data: draft = null } = useQuery<Draft | null>({
    queryKey,
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const now = (): Draft | null => cache.getQueryData<Draft | null>(queryKey) ?? null;
  const keep = (next: Draft | null): void => void cache.setQueryData(queryKey, next);
  const work = useMutation({
    scope: { id: queryKey.join(' ') },
    mutationFn: (step: () => Promise<Draft | null>) => step(),
    onSuccess: keep,
  });
  return {
    draft,
    isBusy: work.isPending,
    error: work.error,
    run: work.mutate,
    onDraft: (step) =>
      work.mutate(async () => {
        const before = now();
        return before === null ? null : step(before);
      }),
    change: (changed) => {
      const before = now();
      if (before !== null) keep({ ...before, ...changed(before) });
    },
    cancel: () => draft !== null && void client.call('import.cancel', { importId: draft.importId }),
    close: () => {
      if (draft !== null) void client.call('import.close', { importId: draft.importId });
      work.reset();
      keep(null);
    },
  };
}
