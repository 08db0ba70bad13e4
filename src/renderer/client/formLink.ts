import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import { type FormLink, readFormLink } from '#shared/domain/formLink.ts';

import { KEYS } from './keys.ts';

type WantedLink = {
  /** What the form is to be filled with; null once it is, or once the operator keeps what is typed. */
  readonly wanted: FormLink | null;
  readonly done: () => void;
};

/** From another program to the form, which may not be on the screen yet. */
export function useFormLink(): WantedLink {
  const cache = useQueryClient();
  const { data } = useQuery<FormLink | null>({
    queryKey: KEYS.formLink,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { wanted: data ?? null, done: () => void cache.setQueryData(KEYS.formLink, null) };
}

export function wantFormLink(cache: QueryClient, query: string): void {
  cache.setQueryData(KEYS.formLink, readFormLink(query));
}

const LINK = /^#\/new(?:\?(?<query>.*))?$/u;

/**
 * In a browser the parameters stand after `#/new?`. They are taken out of the address before the screens look at it, so that
 * a reload does not fill the form in again. Returns how to stop.
 */
export function takeLinksFromAddress(cache: QueryClient, page: Window = window): () => void {
  const take = (): void => {
    const query = LINK.exec(page.location.hash)?.groups;
    if (query === undefined) return;
    page.history.replaceState(null, '', '#/');
    wantFormLink(cache, query['query'] ?? '');
  };
  take();
  page.addEventListener('hashchange', take);
  return () => page.removeEventListener('hashchange', take);
}
