import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Template } from '#shared/domain/template.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

type Templates = readonly Template[];

export function useSaveTemplate(): UseMutationResult<Templates, Error, Template> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (template: Template) => callOrThrow(client, 'template.save', template),
    onSuccess: (templates) => cache.setQueryData<Templates>(KEYS.templates, templates),
  });
}

export function useDeleteTemplate(): UseMutationResult<Templates, Error, Template> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Template) => callOrThrow(client, 'template.delete', { id }),
    onSuccess: (templates) => cache.setQueryData<Templates>(KEYS.templates, templates),
  });
}
