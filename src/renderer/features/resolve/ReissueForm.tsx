import { type FormEvent, type ReactNode, useId, useState } from 'react';

import { intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { failureOf } from '../../client/failureError.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { usePatience } from '../../ui/usePatience.ts';
import { useIsFirstLive } from '../../client/confirmedLive.ts';
import { useIssue } from '../../client/issue.ts';
import { useSuggestedOrder } from '../../client/limits.ts';
import { useProfiles } from '../../client/queries.ts';
import { FirstLiveQuestion } from './FirstLiveQuestion.tsx';
import { ReissueFailure } from './ReissueFailure.tsx';
import styles from './Resolve.module.css';
import { reissueDraft } from './reissueDraft.ts';

/** The only way past the block on an open order, so the old order id is typed, not clicked. */
export function ReissueForm({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const base = useId();
  const { order_id: oldOrder } = request.body.fields;
  // Born with the form: pressing twice, or again after a lost reply, is still one request.
  const [intentId] = useState(() => intentIdSchema.parse(crypto.randomUUID()));
  const issue = useIssue(intentId);
  const [confirmation, setConfirmation] = useState('');
  const [typedOrder, setTypedOrder] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const profile = useProfiles().data?.find(({ id }) => id === request.profileId) ?? null;
  const isFirstLive = useIsFirstLive({
    id: request.profileId,
    mode: profile?.mode ?? request.mode,
  });
  const suggestion = useSuggestedOrder(request.profileId, request.body.flow, intentId, true);
  const newOrder = (typedOrder ?? suggestion.data ?? '').trim();
  const mismatch =
    confirmation.trim() === oldOrder ? null : say('resolve.reissue.mismatch', { order: oldOrder });
  const orderFault = orderFaultOf(newOrder, oldOrder, say);
  const send = (confirmLive: boolean): void => {
    setIsAsking(false);
    issue.mutate({
      intentId,
      profileId: request.profileId,
      deposit: reissueDraft(request.body, newOrder),
      reissue: { of: request.intentId, confirmation },
      confirmLive,
    });
  };
  const hasty = usePatience(typedOrder === null && suggestion.isPending, () => submitNow());
  const submitNow = (): void => {
    if (issue.isPending) return;
    setSubmitted(true);
    if (mismatch !== null || orderFault !== null) {
      document.getElementById(`${base}-${mismatch === null ? 'order' : 'old'}`)?.focus();
      return;
    }
    // While the question is shown only F2 or its own button answers it.
    if (isFirstLive) setIsAsking(true);
    else send(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // What is wrong already needs no waiting.
    if (mismatch === null) hasty.press();
    else submitNow();
  };
  const edited = (set: (text: string) => void) => (text: string) => {
    setIsAsking(false);
    hasty.cancel();
    set(text);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Notice tone="unknown">{say('resolve.reissue.text')}</Notice>
      <OrderField
        id={`${base}-old`}
        label={say('resolve.reissue.confirm')}
        fact={<span className="mono">{oldOrder}</span>}
        error={submitted ? mismatch : null}
        value={confirmation}
        onChange={edited(setConfirmation)}
      />
      <OrderField
        id={`${base}-order`}
        label={say('resolve.reissue.order')}
        fact={suggestion.isPending ? say('resolve.reissue.order.asking') : null}
        error={submitted && !hasty.waiting ? orderFault : null}
        value={typedOrder ?? suggestion.data ?? ''}
        onChange={edited(setTypedOrder)}
      />
      {isAsking && profile !== null && (
        <FirstLiveQuestion
          request={request}
          profile={profile}
          newOrder={newOrder}
          onConfirm={() => send(true)}
          onBack={() => setIsAsking(false)}
        />
      )}
      {issue.error !== null && (
        <ReissueFailure request={request} failure={failureOf(issue.error)} />
      )}
      <div>
        <Button type="submit" loading={issue.isPending || hasty.waiting}>
          {say('resolve.reissue.save')}
        </Button>
      </div>
    </form>
  );
}

function orderFaultOf(order: string, oldOrder: string, say: Say): string | null {
  if (order === '') return say('resolve.reissue.order.empty');
  return order === oldOrder ? say('resolve.reissue.order.same') : null;
}

type OrderFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly fact: ReactNode;
  readonly error: string | null;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

function OrderField({ value, onChange, ...field }: OrderFieldProps): ReactNode {
  return (
    <Field {...field}>
      {(control) => (
        <TextBox
          {...control}
          look="mono"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
