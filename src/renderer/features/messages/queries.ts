import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { Template } from '#shared/domain/template.ts';

import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';

/** The office's own wordings. Events say when another page changed them. */
export function useTemplates(): UseQueryResult<readonly Template[]> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.templates,
    queryFn: () => callOrThrow(client, 'template.list', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
