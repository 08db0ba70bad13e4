import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useRefill } from '../../client/refill.ts';
import { useSay } from '../../i18n/i18n.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';

type Props = { readonly request: Extract<DepositRequest, { outcome: 'rejected' }> };

export function Rejected({ request }: Props): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const { want } = useRefill();
  const [, navigate] = useLocation();
  const { body, reason } = request;
  const another =
    reason.code === 'no_requisites' && body.flow === 'create' && request.profileId === profile.id;
  if (!another) return <OutcomeNotice request={request} />;
  return (
    <OutcomeNotice
      request={request}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            want(request);
            navigate('/');
          }}
        >
          {say('next.type.do')}
        </Button>
      }
    />
  );
}
