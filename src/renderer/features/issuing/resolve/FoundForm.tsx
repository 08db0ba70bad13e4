import { type FormEvent, type ReactNode, useId, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { useResolve } from '../../../client/requests.ts';
import { NoteField } from './NoteField.tsx';
import { RequisiteFields } from './RequisiteFields.tsx';
import styles from './Resolve.module.css';
import { NOTHING_TYPED, useTypedRequisites } from './typedRequisites.ts';

const MOST_ID_CHARACTERS = 255;

/** It exists there: under which id, and what the customer has to pay to, if that is still wanted. */
export function FoundForm({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const base = useId();
  const resolve = useResolve();
  const [remoteId, setRemoteId] = useState('');
  const requisites = useTypedRequisites(request, NOTHING_TYPED);
  const [note, setNote] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = remoteId.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (missing) {
      document.getElementById(`${base}-id`)?.focus();
      return;
    }
    const faulty = requisites.warn();
    if (faulty !== null) {
      document.getElementById(`${base}-${faulty}`)?.focus();
      return;
    }
    resolve.mutate({
      intentIds: [request.intentId],
      finding: { kind: 'found', remoteId: remoteId.trim(), typedByHand: requisites.typed },
      note: note.trim(),
    });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.text}>{say('resolve.found.text')}</p>
      <Field
        id={`${base}-id`}
        label={say('resolve.remoteId')}
        hint={say('resolve.remoteId.hint')}
        error={submitted && missing ? say('resolve.remoteId.empty') : null}
      >
        {(control) => (
          <TextBox
            {...control}
            look="mono"
            maxLength={MOST_ID_CHARACTERS}
            value={remoteId}
            onChange={(event) => setRemoteId(event.currentTarget.value)}
          />
        )}
      </Field>
      <RequisiteFields
        base={base}
        legend={say('resolve.requisites')}
        texts={requisites.texts}
        faults={requisites.faults}
        onText={requisites.setText}
      />
      <NoteField note={note} onNote={setNote} />
      <ActionError error={resolve.error} />
      <div>
        <Button type="submit" loading={resolve.isPending}>
          {say(requisites.faults.length === 0 ? 'resolve.found.save' : 'resolve.found.saveAnyway')}
        </Button>
      </div>
    </form>
  );
}
