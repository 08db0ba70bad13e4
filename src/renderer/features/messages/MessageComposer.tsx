import type { ReactNode } from 'react';

import { webOriginOf } from '#shared/domain/link.ts';
import { type AcceptedRequest, composeMessage } from '#shared/domain/message/compose.ts';
import { isCopyLocked } from '#shared/domain/request.ts';

import { useRecordCopy } from '../../client/clipboard.ts';
import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useTemplates } from './queries.ts';

type Props = {
  readonly request: AcceptedRequest;
  /** In the log, until the requisites are revealed: the preview would show them. */
  readonly masked?: boolean;
};

export function MessageComposer({ request }: Props): ReactNode {
  const say = useSay();
  const { settings, profiles } = useDesk();
  const templates = useTemplates();
  const record = useRecordCopy(request.intentId);
  const profile = profiles.find(({ id }) => id === request.profileId) ?? null;
  const message = composeMessage(request, {
    language: settings.messageLanguage ?? settings.language,
    channel: settings.messageChannel,
    templates: templates.data ?? [],
    profile,
    machineZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    sandboxOrigin:
      request.mode === 'sandbox' && profile?.mode === 'sandbox'
        ? webOriginOf(profile.baseUrl)
        : null,
  });
  if (!message.ok) return <p className="muted">{say(`message.none.${message.error}`)}</p>;
  return (
    <CopyButton
      label={say('message.copy')}
      text={message.value.text}
      locked={isCopyLocked(request)}
      onCopied={(text, copied) => record('message', text, copied)}
    />
  );
}
