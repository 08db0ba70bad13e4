import type { ComponentProps, ReactNode } from 'react';

import { Field } from './Field.tsx';
import { TextBox } from './TextBox.tsx';

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>;
type BoxProps = Omit<ComponentProps<typeof TextBox>, keyof FieldProps | 'onChange'>;
type Props = FieldProps &
  BoxProps & { readonly value: string; readonly onText: (text: string) => void };

/** A label, a box of one line, and what is to be said of it. */
export function TextField(props: Props): ReactNode {
  const { id, label, fact = null, hint = null, error = null, warning = null, ...box } = props;
  const { onText, ...input } = box;
  return (
    <Field id={id} label={label} fact={fact} hint={hint} error={error} warning={warning}>
      {(control) => (
        <TextBox
          {...input}
          {...control}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
    </Field>
  );
}
