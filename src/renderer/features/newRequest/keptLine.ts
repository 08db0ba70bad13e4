import { type QueryClient, useQueryClient } from '@tanstack/react-query';

import type { Flow } from '#shared/domain/deposit.ts';

import { useDesk } from '../../client/deskContext.ts';
import type { Keys } from './typedAhead.ts';

/** What was typed for the next request and is not used yet. */
type KeptLine = {
  /** Still waiting for the form to be free. */
  readonly typed: Keys;
  /** Already set aside in the quick line. */
  readonly aside: string;
};

const NOTHING: KeptLine = { typed: '', aside: '' };

/** By page, so that it lives as long as the page does. In memory only: it may name a customer, and a browser's storage is a file. */
const kept = new WeakMap<QueryClient, Map<string, KeptLine>>();

export type LineKeeper = {
  readonly read: () => KeptLine;
  readonly keep: (changed: Partial<KeptLine>) => void;
};

/** Of the form that is shown: outlives leaving the screen, the tab of the other flow and another profile. */
export function useLineKeeper(flow: Flow): LineKeeper {
  const cache = useQueryClient();
  const key = `${useDesk().profile.id} ${flow}`;
  const read = (): KeptLine => kept.get(cache)?.get(key) ?? NOTHING;
  return {
    read,
    keep(changed) {
      const lines = kept.get(cache) ?? new Map<string, KeptLine>();
      kept.set(cache, lines.set(key, { ...read(), ...changed }));
    },
  };
}
