import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';
import { supportText } from '#shared/domain/support.ts';

import { useRecordCopy } from '../../client/clipboard.ts';
import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** Ids, amount, time and the last four: enough for the provider to find it, nothing to pay to. */
export function CopySupport({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { profiles } = useDesk();
  const record = useRecordCopy(request.intentId);
  const timeZone = profiles.find(({ id }) => id === request.profileId)?.timeZone ?? null;
  return (
    <CopyButton
      label={say('copy.support')}
      text={supportText(request, timeZone)}
      locked={false}
      onCopied={(text, copied) => record('support', text, copied)}
    />
  );
}
