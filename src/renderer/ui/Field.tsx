import { type ReactNode, useId } from 'react';

import styles from './Field.module.css';

type ControlProps = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
};

type Props = {
  readonly id: string;
  readonly label: string;
  /** A fact about the field, at the label's right end. */
  readonly fact?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly warning?: string | null | undefined;
  readonly children: (control: ControlProps) => ReactNode;
};

/** Label above, fact at its right end, the reason beneath; wired for screen readers. */
export function Field(props: Props): ReactNode {
  const base = useId();
  const { error = null, warning = null, hint = null, fact = null } = props;
  const noteId = `${base}-note`;
  const factId = `${base}-fact`;
  const note = error ?? warning ?? hint;
  const describedBy = [note === null ? null : noteId, fact === null ? null : factId]
    .filter((id) => id !== null)
    .join(' ');
  return (
    <div className="narrow">
      <div className={styles.head}>
        <label htmlFor={props.id} className="text-12 rigid muted bold">
          {props.label}
        </label>
        {fact !== null && (
          <span id={factId} className="narrow text-12 medium muted end">
            {fact}
          </span>
        )}
      </div>
      {props.children({
        id: props.id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error !== null,
      })}
      <FieldNote id={noteId} error={error} warning={warning} hint={hint} />
    </div>
  );
}

type NoteProps = {
  readonly id: string;
  readonly error: string | null;
  readonly warning: string | null;
  readonly hint?: ReactNode;
};

export function FieldNote({ id, error, warning, hint = null }: NoteProps): ReactNode {
  const tone = error === null ? (warning === null ? 'hint' : 'warning') : 'error';
  const text = error ?? warning ?? hint;
  if (text === null) return null;
  return (
    <p id={id} className={`${styles.note} toned above-4 text-12 muted breakable`} data-tone={tone}>
      {text}
    </p>
  );
}

type CheckBoxProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly error?: string | null;
  /** What the same words stand for in several places: read out before them. */
  readonly describes?: string;
};

/** A confirmation in words, ticked by hand. */
export function CheckBox(props: CheckBoxProps): ReactNode {
  const { label, checked, onChange, error = null, describes } = props;
  const noteId = useId();
  return (
    <div>
      <label className={`${styles.line} row top gap-8 medium hand`}>
        <input
          type="checkbox"
          className={`${styles.box} tick`}
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
