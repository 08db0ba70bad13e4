import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import { useDrawNow } from '../../../ui/hooks.ts';
import type { Slot } from './slot.ts';

type Drafts = Readonly<Record<string, string>>;

const KEY = ['wording-drafts'] as const;

const nameOf = ({ purpose, language, channel, paymentType }: Slot): string =>
  JSON.stringify([purpose, language, channel, paymentType]);

/** What was typed and not saved yet, for as long as the page lives: looking at another wording must not lose it. */
export function useDrafts(): {
  readonly draftOf: (slot: Slot) => string | null;
  readonly keep: (slot: Slot, text: string | null) => void;
} {
  const cache = useQueryClient();
  const drawNow = useDrawNow();
  const { data = {} } = useQuery<Drafts>({
    queryKey: KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    draftOf: (slot) => data[nameOf(slot)] ?? null,
    keep: (slot, text) => {
      const { [nameOf(slot)]: _old, ...others } = cache.getQueryData<Drafts>(KEY) ?? {};
      cache.setQueryData<Drafts>(KEY, text === null ? others : { ...others, [nameOf(slot)]: text });
      drawNow();
    },
  };
}
