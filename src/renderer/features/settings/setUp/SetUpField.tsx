import type { ReactNode } from 'react';

import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import type { SetUpField as FieldName } from './texts.ts';
import { type SetUpForm, controlId } from './useSetUpForm.ts';

type Props = {
  readonly form: SetUpForm;
  readonly field: FieldName;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fact?: ReactNode;
  /** Why the desk did not save it. */
  readonly refused?: string | null;
  readonly suffix?: ReactNode;
  readonly placeholder?: string;
  readonly look?: 'plain' | 'mono';
  readonly inputMode?: 'text' | 'url' | 'decimal' | 'numeric';
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  /** The id of a list of suggestions. */
  readonly list?: string;
};

/** One text of the set-up with its label, what it means, and what is wrong with it. */
export function SetUpField({ form, field, ...props }: Props): ReactNode {
  return (
    <Field
      id={controlId(field)}
      label={props.label}
      hint={props.hint ?? null}
      fact={props.fact ?? null}
      error={form.errorOf(field) ?? props.refused ?? null}
      warning={form.warningOf(field)}
    >
      {(control) => (
        <TextBox
          {...control}
          look={props.look ?? 'plain'}
          suffix={props.suffix ?? null}
          inputMode={props.inputMode ?? 'text'}
          aria-required={props.required === true}
          placeholder={props.placeholder}
          list={props.list}
          autoFocus={props.autoFocus === true}
          value={form.texts[field]}
          onChange={(event) => form.set(field, event.currentTarget.value)}
          onBlur={() => form.leave(field)}
        />
      )}
    </Field>
  );
}
