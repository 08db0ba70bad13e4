import { type ReactNode, useId } from 'react';

import styles from './CheckBox.module.css';
import { FieldNote } from './Field.tsx';

type Props = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly error?: string | null;
  /** What the same words stand for in several places: read out before them. */
  readonly describes?: string;
};

/** A confirmation in words, ticked by hand. */
export function CheckBox({ label, checked, onChange, error = null, describes }: Props): ReactNode {
  const noteId = useId();
  return (
    <div>
      <label className={styles.line}>
        <input
          type="checkbox"
          className={styles.box}
          checked={checked}
          {...(describes === undefined ? {} : { 'aria-label': `${describes}: ${label}` })}
          aria-invalid={error !== null}
          {...(error === null ? {} : { 'aria-describedby': noteId })}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <FieldNote id={noteId} error={error} warning={null} />
    </div>
  );
}
