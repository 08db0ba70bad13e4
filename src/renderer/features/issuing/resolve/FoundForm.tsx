import { type ReactNode, useId, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useResolve } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { RequisiteFields, useTypedRequisites } from './RequisiteFields.tsx';
import { ResolveForm } from './ResolveForm.tsx';

const MOST_ID_CHARACTERS = 255;

/** It exists there: under which id, and what the customer has to pay to, if that is still wanted. */
export function FoundForm({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const idField = useId();
  const resolve = useResolve();
  const [remoteId, setRemoteId] = useState('');
  const requisites = useTypedRequisites(request, null);
  const [note, setNote] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = remoteId.trim() === '';
  const submit = (): void => {
    setSubmitted(true);
    if (missing) document.getElementById(idField)?.focus();
    if (missing || requisites.warn()) return;
    resolve.mutate({
      intentIds: [request.intentId],
      finding: { kind: 'found', remoteId: remoteId.trim(), typedByHand: requisites.typed },
      note: note.trim(),
    });
  };
  return (
    <ResolveForm
      text={say('resolve.found.text')}
      note={note}
      onNote={setNote}
      saveText={say(
        requisites.faults.length === 0 ? 'resolve.found.save' : 'resolve.found.saveAnyway',
      )}
      resolve={resolve}
      onSubmit={submit}
    >
      <TextField
        id={idField}
        label={say('resolve.remoteId')}
        hint={say('resolve.remoteId.hint')}
        error={submitted && missing ? say('resolve.remoteId.empty') : null}
        look="mono"
        maxLength={MOST_ID_CHARACTERS}
        value={remoteId}
        onText={setRemoteId}
      />
      <RequisiteFields legend={say('resolve.requisites')} requisites={requisites} />
    </ResolveForm>
  );
}
