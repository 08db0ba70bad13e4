import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { minorUnitsSchema } from '#shared/domain/money.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { LargeAmountQuestion } from './useLargeAmount.ts';

/** Above the profile's threshold the request is said once more, in figures and names, before it leaves. */
export function LargeAmount({ question }: { readonly question: LargeAmountQuestion }): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const { fields } = question.deposit;
  const { currency, customer, order_id: order } = fields;
  const { language } = settings;
  const amount = moneyText(minorUnitsSchema.parse(fields.cents ?? 0), currency, language);
  return (
    <Notice
      tone="unknown"
      alert
      title={say('form.large.title', { amount, profile: profile.name })}
      actions={
        <>
          <Button size="xs" autoFocus onClick={question.confirm}>
            {say('form.large.do', { amount })}
          </Button>
          <Button size="xs" variant="default" onClick={question.back}>
            {say('form.large.back')}
          </Button>
        </>
      }
    >
      {say('form.large.text', {
        customer: customer.trim() === '' ? say('card.noCustomer') : customer.trim(),
        order,
        limit: moneyText(question.threshold, currency, language),
      })}
    </Notice>
  );
}
