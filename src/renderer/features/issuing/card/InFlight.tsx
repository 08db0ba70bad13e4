import { type ReactNode, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';
import type { Stage } from '#shared/domain/stage.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { useDesk, useProfileOf } from '../../../client/deskContext.ts';
import { useStage } from '../../../client/stages.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { secondsSince } from '../../../text/time.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { waitedShare } from './rules.ts';

type Props = { readonly request: Extract<DepositRequest, { outcome: 'prepared' | 'sending' }> };

export function InFlight({ request }: Props): ReactNode {
  const say = useSay();
  const stage = useStage(request);
  const sent = mayExist(stage);
  // From W2 on it is the provider that is waited for.
  const since = request.outcome === 'sending' ? request.updatedAt : request.createdAt;
  const seconds = secondsSince(since, useNow(1000));
  const { profile } = useDesk();
  const deadlines = useProfileOf(request) ?? profile;
  const share = waitedShare(request.outcome, seconds, deadlines);
  const late = sent && seconds * 1000 >= deadlines.slowAfterMs;
  return (
    <div className="stack gap-8">
      <div className="progress" aria-hidden="true">
        <div data-late={late} style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </div>
      <p className="row between gap-12 text-13 muted">
        <span>{say(late ? 'stage.still' : `stage.${stage}`)}</span>
        <span className="nowrap">{say('time.seconds', { count: seconds })}</span>
      </p>
      <Cancel request={request} sent={sent} />
    </div>
  );
}

/** Nothing leaves before the sending is recorded. */
function mayExist(stage: Stage): boolean {
  return stage === 'sent' || stage === 'waiting';
}

/** Before W2 cancelling costs nothing; after it, it gives up an answer that may mean money, so it is asked once more. */
function Cancel({ request, sent }: Props & { readonly sent: boolean }): ReactNode {
  const say = useSay();
  const { intentId } = request;
  const cancel = useOperation('request.cancel', applyRequest);
  const [asking, setAsking] = useState(false);
  if (sent && asking) {
    return (
      <Notice
        tone="unknown"
        title={say('cancel.title')}
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ intentId })}
            >
              {say('cancel.confirm')}
            </Button>
            <Button size="xs" variant="default" autoFocus onClick={() => setAsking(false)}>
              {say('cancel.keep')}
            </Button>
          </>
        }
      >
        {say('cancel.after', { order: request.body.fields.order_id })}
        <ActionError error={cancel.error} />
      </Notice>
    );
  }
  return (
    <>
      <div className="row wrap middle gap-4-12 text-13">
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => {
            if (sent) setAsking(true);
            else cancel.mutate({ intentId });
          }}
        >
          {say('cancel.do')}
        </Button>
        <span className="muted">{say(sent ? 'cancel.sent' : 'cancel.before')}</span>
      </div>
      <ActionError error={cancel.error} />
    </>
  );
}
