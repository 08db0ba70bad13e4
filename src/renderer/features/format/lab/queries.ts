import { type UseQueryResult, keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { LabExplanation, LabFinding } from '#shared/domain/lab.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';

type Draft = OperationInput<'lab.explain'>;

const KEPT_MS = 10_000;

/** What would travel; null asks nothing. The last explanation stays in view until the next is there. */
export function useExplanation(draft: Draft | null): UseQueryResult<LabExplanation> {
  const client = useClient();
  return useQuery({
    queryKey: ['lab', draft],
    queryFn: draft === null ? skipToken : () => callOrThrow(client, 'lab.explain', draft),
    placeholderData: keepPreviousData,
    // Each key typed leaves an answer that is not shown again, and the secret may be stored at any moment.
    gcTime: KEPT_MS,
    staleTime: 0,
  });
}

type Search = OperationInput<'lab.search'>;

export type Searching = {
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** What was found, and for which body and signature. */
  readonly found: { readonly finding: LabFinding; readonly of: string } | null;
  readonly search: (input: Search, of: string) => Promise<void>;
};

/** By hand, not by a mutation: that would keep an example's secret in its variables. */
export function useSearch(): Searching {
  const client = useClient();
  const [state, setState] = useState<Omit<Searching, 'search'>>({
    pending: false,
    failure: null,
    found: null,
  });
  return {
    ...state,
    search: async (input, of) => {
      setState({ pending: true, failure: null, found: null });
      const reply = await client.call('lab.search', input);
      setState(
        reply.ok
          ? { pending: false, failure: null, found: { finding: reply.value, of } }
          : { pending: false, failure: reply.error, found: null },
      );
    },
  };
}
