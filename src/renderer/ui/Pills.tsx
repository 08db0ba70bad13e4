import { type ReactNode, useId } from 'react';

import { FieldNote } from './Field.tsx';
import styles from './Pills.module.css';

type Option<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** How it stands with this one. */
  readonly note?: { readonly text: string; readonly tone: 'calm' | 'open' };
};

type Props<Value extends string> = {
  readonly label: string;
  /** Null: none is chosen yet. */
  readonly value: Value | null;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly error?: string | null;
  readonly hint?: string | null;
};

/** A radio group that takes as many rows as it needs: five languages do not fit into one at every text size. */
export function Pills<Value extends string>(props: Props<Value>): ReactNode {
  const { label, value, options, onChange, error = null, hint = null } = props;
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-invalid={error !== null}
        {...((error ?? hint) === null ? {} : { 'aria-describedby': noteId })}
        className="row wrap gap-6"
      >
        {options.map((option) => (
          <label key={option.value} className={styles.option} data-checked={option.value === value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
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
      <FieldNote id={noteId} error={error} warning={null} hint={hint} />
    </div>
  );
}
