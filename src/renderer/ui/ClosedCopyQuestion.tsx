import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../client/privacy.ts';
import { useSay } from '../i18n/i18n.ts';
import { KeySafeQuestion } from './KeySafeQuestion.tsx';

type Props = {
  /** Closed by what the provider called back. */
  readonly request: DepositRequest;
  /** What is copied, as its button says it. */
  readonly confirmText: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

/** Before requisites of a paid, refused or expired request are copied: a customer who pays to them again may lose the money. */
export function ClosedCopyQuestion({ request, ...answers }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { customer, order_id: order } = request.body.fields;
  const { state = null, isVerified = false } = request.heard ?? {};
  return (
    <KeySafeQuestion
      tone="bad"
      title={say('closed.copy.title', { state: state ?? '' })}
      backText={say('closed.copy.back')}
      {...answers}
    >
      <p>
        {say('closed.copy.text', { order, customer: hide(customer ?? say('card.noCustomer')) })}{' '}
        {!isVerified && say('message.asked.unverified')}
      </p>
    </KeySafeQuestion>
  );
}
