import { type ReactNode, useId } from 'react';

import { Field } from '../../ui/Field.tsx';
import { TextBox } from '../../ui/TextBox.tsx';

type Props = {
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly value: string;
  /** Names found in the answer; others can be typed. */
  readonly offered: readonly string[];
  readonly error: string | null;
  readonly onChange: (text: string) => void;
};

export function KeyField(props: Props): ReactNode {
  const id = useId();
  return (
    <Field id={id} label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <>
          <TextBox
            {...control}
            look="mono"
            list={`${id}-offered`}
            value={props.value}
            placeholder={props.placeholder}
            onChange={(event) => props.onChange(event.currentTarget.value.trim())}
          />
          <datalist id={`${id}-offered`}>
            {props.offered.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
