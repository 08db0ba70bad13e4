import { type FormEvent, type ReactNode, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckBox } from '../../../ui/Field.tsx';
import type { useResolve } from '../../../client/requests.ts';
import { NoteField } from './NoteField.tsx';
import styles from './Resolve.module.css';

type Props = {
  readonly requests: readonly DepositRequest[];
  /** Held by the parent: the form is gone once the requests are resolved. */
  readonly resolve: ReturnType<typeof useResolve>;
};

/** One or many that the provider does not have. Either all are recorded or none. */
export function AbsentForm({ requests, resolve }: Props): ReactNode {
  const say = useSay();
  const [confirmed, setConfirmed] = useState(false);
  const [note, setNote] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [first] = requests;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!confirmed || requests.length === 0) return;
    resolve.mutate({
      intentIds: requests.map(({ intentId }) => intentId),
      finding: { kind: 'absent' },
      note: note.trim(),
    });
  };
  const confirmation =
    requests.length === 1 && first !== undefined
      ? say('resolve.absent.confirm', { order: first.body.fields.order_id })
      : say('resolve.many.confirm', { count: requests.length });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.text}>{say('resolve.absent.text')}</p>
      <CheckBox
        label={confirmation}
        checked={confirmed}
        onChange={setConfirmed}
        error={submitted && !confirmed ? say('resolve.absent.needed') : null}
      />
      <NoteField note={note} onNote={setNote} />
      <ActionError error={resolve.error} />
      <div>
        <Button type="submit" loading={resolve.isPending}>
          {say('resolve.absent.save')}
        </Button>
      </div>
    </form>
  );
}
