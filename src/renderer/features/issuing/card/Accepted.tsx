import { type ReactNode, useState } from 'react';

import { safeLink } from '#shared/domain/link.ts';
import {
  type DepositRequest,
  amountChanged,
  amountOf,
  amountSeenAt,
  paymentDataOf,
  whyNotHandedOn,
} from '#shared/domain/request.ts';
import { linkToShow } from '#shared/domain/requisites.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { May, useDesk, useMay, usePrivacy } from '../../../client/deskContext.ts';
import { useOperation } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { fitsInQr } from '../../../text/requisites.ts';
import { clockText } from '../../../text/time.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { MessageComposer } from '../../messages/MessageComposer.tsx';
import { useCardActions } from './CardActions.tsx';
import { useIsClosed, useSandboxOrigin, useValidity } from './hooks.ts';
import { Requisites } from './Requisites.tsx';
import { type AcceptedRequest, type Masking, billOf, requisiteRows } from './rules.ts';

type Props = { readonly request: AcceptedRequest; readonly masking: Masking | null };

export function Accepted({ request, masking }: Props): ReactNode {
  const say = useSay();
  const sandboxOrigin = useSandboxOrigin(request);
  const validity = useValidity(request);
  const [wentOn, setWentOn] = useState(false);
  const ended = validity?.state === 'ended' && !wentOn;
  const locked = whyNotHandedOn(request) !== null || ended;
  const veil = masking?.veil ?? null;
  const data = paymentDataOf(request.answer);
  const isEmpty = requisiteRows(data).length === 0;
  const address = data.url ?? null;
  const shown = address === null ? null : linkToShow(address, sandboxOrigin);
  const actions = useCardActions({
    request,
    page: address === null ? null : safeLink(address, sandboxOrigin),
    link: shown !== null && fitsInQr(shown) ? shown : null,
    sandboxOrigin,
    locked,
    isClosed: useIsClosed(request),
    veil,
  });
  return (
    <>
      {amountChanged(request) && <AmountChanged request={request} />}
      {validity !== null && ended && (
        // Copying after the end is asked once more, for this look at the card.
        <Notice
          tone="unknown"
          title={say('valid.ended', { time: clockText(validity.until) })}
          actions={
            <Button size="xs" variant="default" onClick={() => setWentOn(true)}>
              {say('valid.goOn')}
            </Button>
          }
        >
          {say('valid.ended.text')}
        </Notice>
      )}
      <div className="stack fluid gap-12">
        {(!isEmpty || billOf(request) !== null) && masking?.control}
        <Requisites request={request} data={data} locked={locked} veil={veil} />
        {isEmpty && <p className="muted">{say('requisite.none')}</p>}
        <May to="issue">
          <MessageComposer
            request={request}
            masked={veil !== null}
            inLog={masking !== null}
            items={actions.items}
          />
        </May>
        {actions.below}
      </div>
    </>
  );
}

/** Recorded in the log, so that it is asked once, on whatever screen. */
export function AmountChanged({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { intentId } = request;
  const seenAt = amountSeenAt(request);
  const acknowledge = useOperation('request.acknowledgeAmount', applyRequest);
  const mayIssue = useMay('issue');
  const { language } = useDesk().settings;
  const { cents, currency } = request.body.fields;
  const amounts = {
    sent: hide(moneyText(cents, currency, language)),
    returned: hide(moneyText(amountOf(request).cents, currency, language)),
  };
  return (
    <Notice
      tone="unknown"
      title={say('changed.title')}
      actions={
        seenAt === null &&
        mayIssue && (
          <Button
            size="xs"
            variant="default"
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ intentId })}
          >
            {say('changed.acknowledge')}
          </Button>
        )
      }
    >
      {seenAt === null
        ? say('changed.text', amounts)
        : say('changed.seen', { ...amounts, time: clockText(seenAt) })}
      <ActionError error={acknowledge.error} />
    </Notice>
  );
}
