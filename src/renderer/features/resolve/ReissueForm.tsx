import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';

import { intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { failureOf } from '../../client/failureError.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { useIssue } from '../../client/issue.ts';
import { useSuggestedOrder } from '../../client/limits.ts';
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
  const suggestion = useSuggestedOrder(request.profileId, request.body.flow, intentId, true);
  const newOrder = (typedOrder ?? suggestion.data ?? '').trim();
  const mismatch =
    confirmation.trim() === oldOrder ? null : say('resolve.reissue.mismatch', { order: oldOrder });
  const orderFault =
    newOrder === ''
      ? say('resolve.reissue.order.empty')
      : newOrder === oldOrder
        ? say('resolve.reissue.order.same')
        : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (issue.isPending) return;
    setSubmitted(true);
    if (mismatch !== null || orderFault !== null) {
      document.getElementById(`${base}-${mismatch === null ? 'order' : 'old'}`)?.focus();
      return;
    }
    issue.mutate({
      intentId,
      profileId: request.profileId,
      deposit: reissueDraft(request.body, newOrder),
      reissue: { of: request.intentId, confirmation },
    });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Notice tone="unknown">{say('resolve.reissue.text')}</Notice>
      <Field
        id={`${base}-old`}
        label={say('resolve.reissue.confirm')}
        fact={<span className="mono">{oldOrder}</span>}
        error={submitted ? mismatch : null}
      >
        {(control) => (
          <TextBox
            {...control}
            look="mono"
            value={confirmation}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        id={`${base}-order`}
        label={say('resolve.reissue.order')}
        fact={suggestion.isPending ? say('resolve.reissue.order.asking') : null}
        error={submitted ? orderFault : null}
      >
        {(control) => (
          <TextBox
            {...control}
            look="mono"
            value={typedOrder ?? suggestion.data ?? ''}
            onChange={(event) => setTypedOrder(event.currentTarget.value)}
          />
        )}
      </Field>
      {issue.error !== null && (
        <ReissueFailure request={request} failure={failureOf(issue.error)} />
      )}
      <div>
        <Button type="submit" loading={issue.isPending}>
          {say('resolve.reissue.save')}
        </Button>
      </div>
    </form>
  );
}
