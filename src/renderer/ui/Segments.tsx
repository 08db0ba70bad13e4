import { type ReactNode, useId } from 'react';

import { FieldNote } from './Field.tsx';
import styles from './Segments.module.css';

type Option<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** Can be chosen, but is not recommended: drawn fainter. */
  readonly faint?: boolean;
  /** How it stands with this one. */
  readonly note?: { readonly text: string; readonly tone: 'calm' | 'open' };
};

type Props<Value extends string> = {
  readonly id?: string;
  readonly label: string;
  /** Null or not among the options: none is chosen yet. */
  readonly value: Value | null;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly error?: string | null;
  readonly warning?: string | null;
  readonly hint?: string | null;
  /**
   * `field`: one row as wide as its place. `bar`: among the pills of a screen's bar, where its label is only spoken.
   * `pills`: as many rows as it needs; five languages do not fit into one at every text size.
   */
  readonly look?: 'field' | 'bar' | 'pills';
};

/** A radio group: native radios, so that arrows, forms and screen readers know it. */
export function Segments<Value extends string>(props: Props<Value>): ReactNode {
  const own = useId();
  const { id = own, error = null, warning = null, hint = null, look = 'field' } = props;
  const noteId = `${id}-note`;
  const labelId = `${id}-label`;
  return (
    <div>
      <p id={labelId} className={look === 'bar' ? 'spoken' : 'label'}>
        {props.label}
      </p>
      <div
        role="radiogroup"
        id={id}
        aria-labelledby={labelId}
        aria-invalid={error !== null}
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
              name={id}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.label}
            {option.note !== undefined && (
              <span className={styles.note} data-tone={option.note.tone}>
                {option.note.text}
              </span>
            )}
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} warning={warning} hint={hint} />
    </div>
  );
}
