import { type ReactNode, useId } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import styles from './Resolve.module.css';

/** As long as the log takes it. */
const MOST_CHARACTERS = 2000;

type Props = {
  readonly text: string;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly saveText: string;
  readonly resolve: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

/** What an operator found out about an unknown: explained, filled in, with a note, and recorded by one button. */
export function ResolveForm(props: Props): ReactNode {
  const say = useSay();
  const { resolve, onNote } = props;
  return (
    <form
      className="stack narrow gap-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <p className="text-13 muted">{props.text}</p>
      {props.children}
      <Field id={useId()} label={say('resolve.note')} hint={say('resolve.note.hint')}>
        {(control) => (
          <textarea
            {...control}
            className={`area ${styles.note}`}
            rows={2}
            maxLength={MOST_CHARACTERS}
            value={props.note}
            onChange={(event) => onNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <ActionError error={resolve.error} />
      <div>
        <Button type="submit" loading={resolve.isPending}>
          {props.saveText}
        </Button>
      </div>
    </form>
  );
}
