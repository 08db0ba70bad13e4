import {
  type QueryClient,
  type UseQueryResult,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';

import type { Client } from '#shared/contract/client.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import type { MessageSetting } from '#shared/domain/message/compose.ts';
import type { PayableRequest } from '#shared/domain/message/followUp.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Template } from '#shared/domain/template.ts';

import { callOrThrow } from '../../client/operation.ts';
import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import type { MessageChoice } from '../../client/messageChoice.ts';

/** Events say when another page changed them. */
const templatesQuery = (client: Client) =>
  queryOptions({
    queryKey: KEYS.templates,
    queryFn: (): Promise<readonly Template[]> => callOrThrow(client, 'template.list', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The office's own wordings. */
export function useTemplates(): UseQueryResult<readonly Template[]> {
  return useQuery(templatesQuery(useClient()));
}

/** Null: they could not be had. */
export async function loadTemplates(
  client: Client,
  cache: QueryClient,
): Promise<readonly Template[] | null> {
  try {
    return await cache.ensureQueryData(templatesQuery(client));
  } catch {
    return null;
  }
}

/** As much of the desk as its messages depend on. */
export type MessageDesk = {
  readonly profiles: readonly (Pick<Profile, 'id' | 'mode' | 'baseUrl'> &
    NonNullable<MessageSetting['profile']>)[];
};

/** What the message of a request depends on besides the request. */
export function settingFor(
  { profiles }: MessageDesk,
  { language, channel }: MessageChoice,
  request: PayableRequest,
  templates: readonly Template[],
): MessageSetting {
  const profile = profiles.find(({ id }) => id === request.profileId) ?? null;
  return {
    language,
    channel,
    templates,
    profile,
    machineZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    sandboxOrigin: sandboxOriginOf(request, profile),
  };
}
