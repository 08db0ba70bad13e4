import type { ReactNode } from 'react';

import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { KeySafeQuestion } from '../../../ui/KeySafeQuestion.tsx';
import type { Phase } from './formState.ts';
import type { FormActions } from './useRequestForm.ts';

type Props = Pick<FormActions, 'confirm' | 'back'> & {
  readonly question: Pick<
    Extract<Phase, { readonly name: 'confirming' }>,
    'threshold' | 'isFirstLive'
  > & { readonly deposit: DepositDraft };
  /** The profile that the request is issued by. */
  readonly profile: Profile;
};

/** Restates the request in figures and names before it leaves. */
export function ConfirmationPanel(props: Props): ReactNode {
  const { question, profile, confirm, back } = props;
  const say = useSay();
  const { fields } = question.deposit;
  const { currency, order_id: order } = fields;
  const { language } = useDesk().settings;
  const amount = moneyText(fields.cents ?? 0, currency, language);
  const action = say('form.large.do', { amount });
  const customer = fields.customer.trim() === '' ? say('card.noCustomer') : fields.customer.trim();
  return (
    <KeySafeQuestion
      tone={question.isFirstLive ? 'bad' : 'unknown'}
      title={say(question.isFirstLive ? 'form.live.title' : 'form.large.title', {
        amount,
        profile: profile.name,
      })}
      confirmText={
        profile.mode === 'live'
          ? say('form.submit.live', { action, profile: profile.name })
          : action
      }
      backText={say('form.large.back')}
      onConfirm={confirm}
      onBack={back}
    >
      {question.isFirstLive && (
        <p>
          {say('form.live.text', { amount, customer, order })} <code>{profile.baseUrl}</code>
        </p>
      )}
      {question.threshold !== null && (
        <p>
          {say('form.large.text', {
            customer,
            order,
            limit: moneyText(question.threshold, currency, language),
          })}
        </p>
      )}
    </KeySafeQuestion>
  );
}
