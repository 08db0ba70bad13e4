import { type ReactNode, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import type { useResolve } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { CheckBox } from '../../../ui/Field.tsx';
import { ResolveForm } from './ResolveForm.tsx';

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
  const submit = (): void => {
    setSubmitted(true);
    if (!confirmed || requests.length === 0) return;
    resolve.mutate({
      intentIds: requests.map(({ intentId }) => intentId),
      finding: { kind: 'absent' },
      note: note.trim(),
    });
  };
  return (
    <ResolveForm
      text={say('resolve.absent.text')}
      note={note}
      onNote={setNote}
      saveText={say('resolve.absent.save')}
      resolve={resolve}
      onSubmit={submit}
    >
      <CheckBox
        label={
          requests.length === 1 && first !== undefined
            ? say('resolve.absent.confirm', { order: first.body.fields.order_id })
            : say('resolve.many.confirm', { count: requests.length })
        }
        checked={confirmed}
        onChange={setConfirmed}
        error={submitted && !confirmed ? say('resolve.absent.needed') : null}
      />
    </ResolveForm>
  );
}
