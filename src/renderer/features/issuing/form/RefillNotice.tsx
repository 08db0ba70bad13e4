import type { ReactNode } from 'react';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { RefillQuestion } from './useRequestForm.ts';

export function RefillNotice({ question }: { readonly question: RefillQuestion }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const { hide } = usePrivacy();
  const { request, isOfOtherProfile } = question;
  const { order_id: order, customer } = request.body.fields;
  return (
    <Notice
      tone="calm"
      alert
      title={say(isOfOtherProfile ? 'form.refill.otherTitle' : 'form.refill.title')}
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
      {isOfOtherProfile && (
        <p>{say('form.refill.other', { was: request.profileName, now: profile.name })}</p>
      )}
      <p>
        {say('form.refill.text', { order, customer: hide(customer ?? say('card.noCustomer')) })}
      </p>
    </Notice>
  );
}
