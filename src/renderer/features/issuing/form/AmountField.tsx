import { type ReactNode, memo } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import { Money } from '#shared/domain/money.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { fieldId, focusSpot } from './fieldId.ts';
import { NO_NOTE, isSameNote } from './fieldNotes.ts';
import { Proposals } from './QuickLineField.tsx';
import { LimitsFact, LimitsTrouble } from './Limits.tsx';
import type { RequestForm } from './useRequestForm.ts';

type Props = { readonly flow: Flow; readonly form: RequestForm };

/** A key in another field changes none of what it shows; the form's actions stay the same. */
function isSame({ flow, form: was }: Props, { flow: nextFlow, form: is }: Props): boolean {
  return (
    flow === nextFlow &&
    was.draft.texts.cents === is.draft.texts.cents &&
    was.read.currency === is.read.currency &&
    was.read.paymentType === is.read.paymentType &&
    was.nowMs === is.nowMs &&
    isSameNote(was.notes.cents, is.notes.cents)
  );
}

/** Text, never a number input: what was typed is read by the shared rule, without floats. */
export const AmountField = memo(function AmountField({ flow, form }: Props): ReactNode {
  const say = useSay();
  const { settings } = useDesk();
  const { read, draft } = form;
  const { hide } = usePrivacy();
  // "150k" and "1.5 млн" are written out while they are typed: the field itself is tidied only once it is left.
  const readAs =
    read.amount.ok && /\p{L}/u.test(draft.texts.cents)
      ? hide(moneyText(read.amount.value, read.currency, settings.language))
      : null;
  const isAmbiguous = !read.amount.ok && read.amount.error === 'ambiguous';
  const tidy = (): void => {
    if (read.amount.ok) {
      const text = Money.shown(read.amount.value, read.currency, settings.language);
      if (text !== draft.texts.cents) form.tidy('cents', text);
    }
    form.leave('cents');
  };
  return (
    <div>
      <TextField
        id={fieldId('cents')}
        label={say('form.amount')}
        {...(form.notes.cents ?? NO_NOTE)}
        hint={isAmbiguous ? say('form.whichAmount') : readAs}
        fact={
          <LimitsFact
            flow={flow}
            currency={read.currency}
            paymentType={read.paymentType}
            nowMs={form.nowMs}
          />
        }
        look="amount"
        inputMode="decimal"
        aria-required="true"
        value={draft.texts.cents}
        suffix={read.currency}
        onText={(text) => form.setText('cents', text)}
        onBlur={tidy}
      />
      {isAmbiguous && (
        <Proposals
          label={say('form.whichAmount')}
          proposals={form.offered(Money.readings(draft.texts.cents, read.currency)).map((cents) => {
            const text = Money.shown(cents, read.currency, settings.language);
            return { label: text, text };
          })}
          onChoose={(text) => {
            form.setText('cents', text);
            focusSpot('cents');
          }}
        />
      )}
      <LimitsTrouble />
    </div>
  );
}, isSame);
