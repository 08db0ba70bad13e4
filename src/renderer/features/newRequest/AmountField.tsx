import type { ReactNode } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { amountText } from '../../text/money.ts';
import { Field } from '../../ui/Field.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { fieldId } from './fieldId.ts';
import { NO_NOTE } from './fieldNotes.ts';
import { LimitsFact, LimitsTrouble } from './LimitsFact.tsx';
import type { RequestFormState } from './useRequestForm.ts';

/** Whoever goes through the profiles by arrow keys passes some: the form of each leaves the keyboard where it is. */
function isChoosingProfile(): boolean {
  return document.activeElement instanceof HTMLSelectElement;
}

type Props = { readonly flow: Flow; readonly form: RequestFormState };

/** Text, never a number input: what was typed is read by the shared rule, without floats. */
export function AmountField({ flow, form }: Props): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const { read, draft } = form;
  const note = form.notes.cents ?? NO_NOTE;
  const tidy = (): void => {
    if (read.amount.ok) {
      form.setText('cents', amountText(read.amount.value, read.currency, settings.language));
    }
    form.leave('cents');
  };
  return (
    <div>
      <Field
        id={fieldId('cents')}
        label={say('form.amount')}
        error={note.error}
        warning={note.warning}
        fact={
          <LimitsFact
            profileId={profile.id}
            flow={flow}
            read={read}
            language={settings.language}
            nowMs={form.nowMs}
          />
        }
      >
        {(control) => (
          <TextBox
            {...control}
            look="amount"
            inputMode="decimal"
            autoFocus={!isChoosingProfile()}
            aria-required="true"
            readOnly={form.pending}
            value={draft.texts.cents}
            suffix={read.currency}
            onChange={(event) => form.setText('cents', event.currentTarget.value)}
            onBlur={tidy}
          />
        )}
      </Field>
      <LimitsTrouble profileId={profile.id} />
    </div>
  );
}
