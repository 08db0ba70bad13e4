import type { ReactNode } from 'react';

import type { Heard } from '#shared/domain/callback.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useConfirmKnown } from '../../client/callbacks.ts';
import { useSay } from '../../i18n/i18n.ts';
import { knownWords } from '../../text/callbacks.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { readonly request: DepositRequest; readonly heard: Heard };

/** A suggestion, nothing more: the request stays without an answer until somebody has confirmed it. */
export function Known({ request, heard }: Props): ReactNode {
  const say = useSay();
  const confirm = useConfirmKnown(request.intentId);
  const { remoteId } = heard;
  const said = knownWords(request, heard, say);
  return (
    <Notice
      tone="calm"
      title={say('known.title')}
      {...(remoteId === null
        ? {}
        : {
            actions: (
              <Button
                size="xs"
                loading={confirm.isPending}
                onClick={() => confirm.mutate(remoteId)}
              >
                {say('known.confirm')}
              </Button>
            ),
          })}
    >
      <p>{said.slice(0, 2).join(' ')}</p>
      <p>{said.slice(2).join(' ')}</p>
      <ActionError error={confirm.error} />
    </Notice>
  );
}
