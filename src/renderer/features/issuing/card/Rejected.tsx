import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopySupport, RepeatButtons, useRepeat } from './CardButtons.tsx';
import { OutcomeNotice } from './OutcomeNotice.tsx';

type Props = { readonly request: Extract<DepositRequest, { outcome: 'rejected' }> };

export function Rejected({ request }: Props): ReactNode {
  const say = useSay();
  const { repeat, whyNot } = useRepeat();
  const { body, reason } = request;
  const another =
    reason.code === 'no_requisites' && body.flow === 'create' && whyNot(request) === null;
  return (
    <OutcomeNotice
      request={request}
      actions={
        <>
          {another && (
            <Button size="xs" variant="default" onClick={() => repeat(request, 'other_type')}>
              {say('next.type.do')}
            </Button>
          )}
          <RepeatButtons request={request} />
          <CopySupport request={request} />
        </>
      }
    />
  );
}
