import type { MessageLanguage } from '#shared/domain/template.ts';

import { useDesk } from '../../client/deskContext.ts';
import type { ViewSetting } from './customerView.ts';
import type { AcceptedRequest } from './link.ts';

/** What customers are written to in, and shown. */
export function useMessageLanguage(): MessageLanguage {
  const { settings } = useDesk();
  return settings.messageLanguage ?? settings.language;
}

export function useViewSetting(request: AcceptedRequest, link: string | null): ViewSetting {
  const { profiles } = useDesk();
  return {
    language: useMessageLanguage(),
    profile: profiles.find(({ id }) => id === request.profileId) ?? null,
    machineZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    link,
  };
}
