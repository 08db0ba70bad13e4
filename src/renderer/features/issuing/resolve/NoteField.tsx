import { type ReactNode, useId } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Field } from '../../../ui/Field.tsx';
import styles from './Resolve.module.css';

/** As long as the log takes it. */
const MOST_CHARACTERS = 2000;

type Props = { readonly note: string; readonly onNote: (note: string) => void };

export function NoteField({ note, onNote }: Props): ReactNode {
  const say = useSay();
  return (
    <Field id={useId()} label={say('resolve.note')} hint={say('resolve.note.hint')}>
      {(control) => (
        <textarea
          {...control}
          className={styles.note}
          rows={2}
          maxLength={MOST_CHARACTERS}
          value={note}
          onChange={(event) => onNote(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
