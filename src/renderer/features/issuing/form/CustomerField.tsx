import type { ReactNode } from 'react';

import type { PastRequest } from '#shared/domain/customer.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import { formatPhone } from '#shared/domain/phone.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { amountText, moneyText } from '../../../text/numbers.ts';
import { agoText } from '../../../text/time.ts';
import { Field } from '../../../ui/Field.tsx';
import { CustomerBox } from './CustomerBox.tsx';
import { fieldId } from './fieldId.ts';
import { NO_NOTE } from './fieldNotes.ts';
import styles from './Customer.module.css';
import type { RequestForm } from './useRequestForm.ts';

type Props = { readonly flow: Flow; readonly form: RequestForm };

export function CustomerField({ flow, form }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const note = form.notes.customer ?? NO_NOTE;
  const { last } = form;
  const fact =
    last === null
      ? flow === 'build'
        ? say('form.customer.optional')
        : null
      : say('form.customer.last', {
          amount: hide(moneyText(last.cents, last.currency, language)),
          ago: agoText(last.createdAt, form.nowMs, say),
        });
  return (
    <div>
      <Field
        id={fieldId('customer')}
        label={say('form.customer')}
        error={note.error}
        warning={note.warning}
        fact={fact}
      >
        {(control) => (
          <CustomerBox
            control={control}
            isRequired={flow === 'create'}
            isBusy={form.pending}
            value={form.draft.texts.customer}
            nowMs={form.nowMs}
            onText={(text) => form.setText('customer', text)}
            onChoose={(customer, past) =>
              form.setTexts({
                customer,
                ...(flow === 'create' && past.phone !== null
                  ? { customer_phone_number: formatPhone(past.phone) }
                  : {}),
              })
            }
            onLeave={() => form.leave('customer')}
          />
        )}
      </Field>
      {last !== null && form.draft.texts.cents === '' && <AsLastTime last={last} form={form} />}
    </div>
  );
}

type LastProps = { readonly last: PastRequest; readonly form: RequestForm };

/** Offered, never filled in unasked. */
function AsLastTime({ last, form }: LastProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const { cents, currency, paymentType } = last;
  const isSameFlow = form.read.deposit.flow === last.flow;
  const what = [moneyText(cents, currency, language), ...(isSameFlow ? [paymentType] : [])];
  return (
    <button
      type="button"
      className={styles.lastTime}
      onClick={() => {
        form.setTexts({
          cents: amountText(cents, currency, language),
          currency,
          ...(isSameFlow && last.flow === 'create' ? { payment_type: paymentType } : {}),
        });
        form.focus('cents');
      }}
    >
      {say('form.asLastTime', { what: hide(what.join(' · ')) })}
    </button>
  );
}
