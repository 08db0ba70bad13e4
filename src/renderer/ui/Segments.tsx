import type { ReactNode } from 'react';

import { FieldNote } from './Field.tsx';
import styles from './Segments.module.css';

type Option<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** Can be chosen, but is not recommended: drawn fainter. */
  readonly faint?: boolean;
};

type Props<Value extends string> = {
  readonly id: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly error?: string | null;
  readonly warning?: string | null;
  readonly hint?: string | null;
  /** Cannot be changed just now. */
  readonly busy?: boolean;
  /** `bar`: among the pills of a screen's bar, where its label is only spoken. */
  readonly look?: 'field' | 'bar';
};

/** A radio group in one row: native radios, so that arrows, forms and screen readers know it. */
export function Segments<Value extends string>(props: Props<Value>): ReactNode {
  const { error = null, warning = null, hint = null, busy = false, look = 'field' } = props;
  const noteId = `${props.id}-note`;
  const labelId = `${props.id}-label`;
  return (
    <div>
      <p id={labelId} className={look === 'bar' ? 'spoken' : styles.label}>
        {props.label}
      </p>
      <div
        role="radiogroup"
        id={props.id}
        aria-labelledby={labelId}
        aria-invalid={error !== null}
        aria-disabled={busy}
        {...((error ?? warning ?? hint) === null ? {} : { 'aria-describedby': noteId })}
        className={styles.group}
        data-look={look}
      >
        {props.options.map((option) => (
          <label
            key={option.value}
            className={styles.option}
            data-checked={option.value === props.value}
            data-faint={option.faint === true}
          >
            <input
              type="radio"
              className={styles.input}
              name={props.id}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} warning={warning} hint={hint} />
    </div>
  );
}
