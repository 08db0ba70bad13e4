import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { RefillQuestion } from './useRefilling.ts';

export function RefillNotice({ question }: { readonly question: RefillQuestion }): ReactNode {
  const say = useSay();
  const { order_id: order, customer } = question.request.body.fields;
  return (
    <Notice
      tone="calm"
      alert
      title={say('form.refill.title')}
      actions={
        <>
          <Button size="xs" variant="default" onClick={question.replace}>
            {say('form.refill.do')}
          </Button>
          <Button size="xs" variant="default" onClick={question.keep}>
            {say('form.refill.keep')}
          </Button>
        </>
      }
    >
      {say('form.refill.text', { order, customer: customer ?? say('card.noCustomer') })}
    </Notice>
  );
}
