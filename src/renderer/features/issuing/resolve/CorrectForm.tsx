import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';

import type { PaymentData } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { RequisiteFields, useTypedRequisites } from './RequisiteFields.tsx';

type Props = {
  readonly request: DepositRequest;
  readonly data: PaymentData | null;
  readonly onClose: () => void;
};

/** What was typed by hand, typed over. The history keeps what it was. */
export function CorrectForm({ request, data, onClose }: Props): ReactNode {
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const correct = useOperation('request.correct', applyRequest);
  const requisites = useTypedRequisites(request, data);
  // The button that opened it is gone; the keyboard goes on here.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (correct.isPending || requisites.warn()) return;
    const { intentId } = request;
    correct.mutate({ intentId, typedByHand: requisites.typed }, { onSuccess: onClose });
  };
  return (
    <form
      ref={form}
      className="stack narrow gap-12"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.code !== 'Escape') return;
        // In the log Escape would close the whole request.
        event.stopPropagation();
        onClose();
      }}
    >
      <RequisiteFields legend={say('resolve.correct')} requisites={requisites} />
      <ActionError error={correct.error} />
      <div className="row wrap baseline between gap-4-12">
        <Button type="submit" size="xs" loading={correct.isPending}>
          {say(
            requisites.faults.length === 0 ? 'resolve.correct.save' : 'resolve.correct.saveAnyway',
          )}
        </Button>
        <Button size="xs" variant="subtle" tone="quiet" onClick={onClose}>
          {say('resolve.correct.close')}
        </Button>
      </div>
    </form>
  );
}
