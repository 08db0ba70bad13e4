import { sandboxOriginOf } from '#shared/domain/link.ts';
import type { MessageSetting, PayableRequest } from '#shared/domain/message/compose.ts';
import type { Template } from '#shared/domain/template.ts';

import type { Desk } from '../../client/deskContext.ts';

/** What the message of a request depends on besides the request. */
export function settingFor(
  { settings, profiles }: Desk,
  request: PayableRequest,
  templates: readonly Template[],
): MessageSetting {
  const profile = profiles.find(({ id }) => id === request.profileId) ?? null;
  return {
    language: settings.messageLanguage ?? settings.language,
    channel: settings.messageChannel,
    templates,
    profile,
    machineZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    sandboxOrigin: sandboxOriginOf(request, profile),
  };
}
