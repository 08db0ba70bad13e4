import { ok } from '#shared/domain/result.ts';

import type { Handlers } from '../../dispatch.ts';
import type { Views } from './views.ts';

export type ViewHandlerDeps = { readonly views: Views };

type ViewHandlers = Pick<Handlers, 'view.list' | 'view.save' | 'view.delete'>;

export function viewHandlers({ views }: ViewHandlerDeps): ViewHandlers {
  return {
    'view.list': async () => ok(views.list()),
    'view.save': async (view) => views.save(view),
    'view.delete': async ({ id }) => ok(views.remove(id)),
  };
}
