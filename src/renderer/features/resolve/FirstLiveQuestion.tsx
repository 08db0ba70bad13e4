import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/money.ts';
import { KeySafeQuestion } from '../../ui/KeySafeQuestion.tsx';

type Props = {
  readonly request: DepositRequest;
  readonly profile: Profile;
  readonly newOrder: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

/** The same question as the form's, answered by the same keys. */
export function FirstLiveQuestion(props: Props): ReactNode {
  const { request, profile, newOrder: order } = props;
  const say = useSay();
  const { language } = useDesk().settings;
  const { cents, currency, customer: named } = request.body.fields;
  const amount = moneyText(cents, currency, language);
  const customer = named ?? say('card.noCustomer');
  return (
    <KeySafeQuestion
      tone="bad"
      title={say('form.live.title', { profile: profile.name })}
      confirmText={say('form.submit.live', {
        action: say('form.large.do', { amount }),
        profile: profile.name,
      })}
      backText={say('form.large.back')}
      onConfirm={props.onConfirm}
      onBack={props.onBack}
    >
      <p>
        {say('form.live.text', { amount, customer, order })} <code>{profile.baseUrl}</code>
      </p>
    </KeySafeQuestion>
  );
}
