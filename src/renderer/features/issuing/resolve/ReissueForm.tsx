import { type FormEvent, type ReactNode, useId, useState } from 'react';

import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { type Profile, whereTo } from '#shared/domain/profile.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useProfileOf } from '../../../client/deskContext.ts';
import { failureOf } from '../../../client/operation.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { usePatience } from '../../../ui/hooks.ts';
import { useIsFirstLive, useIssue } from '../../../client/issue.ts';
import { useSuggestedOrder } from '../../../client/limits.ts';
import { ConfirmationPanel } from '../form/Confirmation.tsx';
import { WhyNotIssued } from '../form/WhyNotIssued.tsx';
import { reissueDraft } from './rules.ts';

/** Of a profile that was removed no pattern is known. */
function useNewOrder(
  profile: Profile | null,
  { profileId, body }: DepositRequest,
  intentId: IntentId,
) {
  const numbering = profile ?? { id: profileId, orderPattern: '' };
  return useSuggestedOrder(numbering, body.flow, intentId, true);
}

/** The only way past the block on an open order, so the old order id is typed, not clicked. */
export function ReissueForm({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const base = useId();
  const { order_id: oldOrder } = request.body.fields;
  // Born with the form: pressing twice, or again after a lost reply, is still one request.
  const [intentId] = useState(() => intentIdSchema.parse(crypto.randomUUID()));
  const issue = useIssue();
  const [confirmation, setConfirmation] = useState('');
  const [typedOrder, setTypedOrder] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const profile = useProfileOf(request);
  const now = profile === null ? null : whereTo(profile);
  // As the operator saw it when the form was opened, until a refusal has told that it changed.
  const [began] = useState(now);
  const isTold = issue.error !== null && failureOf(issue.error).code === 'profile_changed';
  const shown = isTold ? now : began;
  const { profileId } = request;
  const isFirstLive = useIsFirstLive({ id: profileId, mode: profile?.mode ?? request.mode });
  const suggestion = useNewOrder(profile, request, intentId);
  const newOrder = (typedOrder ?? suggestion.data ?? '').trim();
  const deposit = reissueDraft(request.body, newOrder);
  const mismatch =
    confirmation.trim() === oldOrder ? null : say('resolve.reissue.mismatch', { order: oldOrder });
  const orderFault = orderFaultOf(newOrder, oldOrder, say);
  const send = (confirmLive: boolean): void => {
    setIsAsking(false);
    const reissue = { of: request.intentId, confirmation };
    issue.mutate({ intentId, profileId, shown, deposit, reissue, confirmLive });
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
    <form className="stack narrow gap-12" noValidate onSubmit={submit}>
      <Notice tone="unknown">{say('resolve.reissue.text')}</Notice>
      <TextField
        look="mono"
        id={`${base}-old`}
        label={say('resolve.reissue.confirm')}
        fact={<span className="mono">{oldOrder}</span>}
        error={submitted ? mismatch : null}
        value={confirmation}
        onText={edited(setConfirmation)}
      />
      <TextField
        look="mono"
        id={`${base}-order`}
        label={say('resolve.reissue.order')}
        fact={suggestion.isPending ? say('resolve.reissue.order.asking') : null}
        error={submitted && !hasty.waiting ? orderFault : null}
        value={typedOrder ?? suggestion.data ?? ''}
        onText={edited(setTypedOrder)}
      />
      {isAsking && profile !== null && (
        <ConfirmationPanel
          question={{ deposit, threshold: null, isFirstLive: true }}
          profile={profile}
          confirm={() => send(true)}
          back={() => setIsAsking(false)}
        />
      )}
      {issue.error !== null && (
        <WhyNotIssued failure={failureOf(issue.error)} of={{ deposit, profileId }} />
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
