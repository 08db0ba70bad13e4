import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/money.ts';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  readonly request: DepositRequest;
  readonly profile: Profile;
  readonly newOrder: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

/** The focus stays where it was: an Enter that was meant for the form must not answer. */
export function FirstLiveQuestion(props: Props): ReactNode {
  const { request, profile, newOrder: order } = props;
  const say = useSay();
  const { language } = useDesk().settings;
  const { cents, currency, customer: named } = request.body.fields;
  const amount = moneyText(cents, currency, language);
  const customer = named ?? say('card.noCustomer');
  return (
    <Notice
      tone="bad"
      alert
      title={say('form.live.title', { profile: profile.name })}
      actions={
        <>
          <Button size="xs" onClick={props.onConfirm}>
            {say('form.submit.live', {
              action: say('form.large.do', { amount }),
              profile: profile.name,
            })}
          </Button>
          <Button size="xs" variant="default" onClick={props.onBack}>
            {say('form.large.back')}
          </Button>
        </>
      }
    >
      <p>
        {say('form.live.text', { amount, customer, order })} <code>{profile.baseUrl}</code>
      </p>
    </Notice>
  );
}
