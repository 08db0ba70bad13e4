import type { ComponentProps, ReactNode } from 'react';

import { Field } from './Field.tsx';
import { TextArea, TextBox } from './TextBox.tsx';

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>;
type BoxProps = Omit<ComponentProps<typeof TextBox>, keyof FieldProps | 'onChange'>;
type Props = FieldProps &
  BoxProps & {
    /** How many lines the box shows. Left out: it is a box of one line. */
    readonly rows?: number;
    readonly value: string;
    readonly onText: (text: string) => void;
  };

/** A label, a box for text, and the note beneath. */
export function TextField(props: Props): ReactNode {
  const { id, label, fact = null, hint = null, error = null, warning = null, ...box } = props;
  const { onText, rows, look, suffix, ...input } = box;
  const invalid = props['aria-invalid'];
  return (
    <Field id={id} label={label} fact={fact} hint={hint} error={error} warning={warning}>
      {(control) =>
        rows === undefined ? (
          <TextBox
            {...input}
            {...control}
            look={look}
            suffix={suffix}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        ) : (
          <TextArea
            {...control}
            look="mono"
            rows={rows}
            className={props.className}
            aria-invalid={invalid ?? control['aria-invalid']}
            value={props.value}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        )
      }
    </Field>
  );
}
