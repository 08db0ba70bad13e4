import { type ReactNode, useState } from 'react';

import type { PaymentData } from '#shared/domain/deposit.ts';
import { mayExist } from '#shared/domain/orderUse.ts';
import { type Resolution, amountChanged, whyNotHandedOn } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { May, useDesk } from '../../../client/deskContext.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { fullTimeText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { MessageComposer } from '../../messages/MessageComposer.tsx';
import { CorrectForm } from '../resolve/CorrectForm.tsx';
import { AmountChanged } from './Accepted.tsx';
import { RepeatActions } from './CardButtons.tsx';
import { useRepeat } from './hooks.ts';
import { Requisites } from './Requisites.tsx';
import { type Masking, type UnknownRequest, requisiteRows } from './rules.ts';

type Props = {
  readonly request: UnknownRequest;
  readonly resolution: Resolution;
  readonly masking: Masking | null;
};

/** What an operator found out, with name and time. The outcome itself stays unknown. */
export function Resolved({ request, resolution, masking }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const time = fullTimeText(resolution.at, language);
  const { whyNot } = useRepeat();
  const canRepeat = resolution.kind === 'absent' && !mayExist(request) && whyNot(request) === null;
  const actions =
    resolution.kind === 'reissued' ? (
      <Button href={`/log/${resolution.asIntentId}`} size="xs" variant="default">
        {say('resolved.openNew')}
      </Button>
    ) : (
      canRepeat && <RepeatActions request={request} />
    );
  return (
    <>
      <Notice tone="calm" title={titleOf(request, resolution, say)} actions={actions}>
        <p>{say('resolved.by', { operator: resolution.operator.name, time })}</p>
        {resolution.note !== '' && (
          <p>{say('event.note', { note: masking?.veil?.(resolution.note) ?? resolution.note })}</p>
        )}
      </Notice>
      {resolution.kind === 'found' && (
        <Found request={request} resolution={resolution} masking={masking} />
      )}
    </>
  );
}

function titleOf(request: UnknownRequest, resolution: Resolution, say: Say): string {
  switch (resolution.kind) {
    case 'found':
      return say('resolved.found', { id: resolution.remoteId });
    case 'absent':
      return say('resolved.absent', { order: request.body.fields.order_id });
    case 'reissued':
      return say('resolved.reissued');
    default:
      return assertNever(resolution);
  }
}

type FoundProps = {
  readonly request: UnknownRequest;
  readonly resolution: Extract<Resolution, { kind: 'found' }>;
  readonly masking: Masking | null;
};

/** Its requisites as typed, which can be corrected, and the message that has them. */
function Found({ request, resolution, masking }: FoundProps): ReactNode {
  const say = useSay();
  const [isCorrecting, setCorrecting] = useState(false);
  const opener = useFocusBack<HTMLButtonElement>(isCorrecting);
  const { typedByHand: data } = resolution;
  const isMasked = (masking?.veil ?? null) !== null;
  // Those of a late answer are the provider's own: there is nothing to correct in them.
  const isTyped = resolution.lateSeq === undefined;
  if (isCorrecting && !isMasked) {
    return <CorrectForm request={request} data={data} onClose={() => setCorrecting(false)} />;
  }
  return (
    <>
      {amountChanged(request) && <AmountChanged request={request} />}
      {data === null ? (
        <p className="muted">{say('resolved.noRequisites')}</p>
      ) : (
        <>
          <TypedByHand
            request={request}
            data={data}
            masking={masking}
            mark={isTyped ? 'resolved.typed' : 'resolved.late'}
          />
          <CorrectedLine request={request} resolution={resolution} />
          <MessageComposer request={request} masked={isMasked} />
        </>
      )}
      {isTyped && (
        <div>
          <May to="resolve">
            <Button
              ref={opener}
              size="xs"
              variant="default"
              // What is masked would stand open in the form.
              disabled={isMasked}
              onClick={() => setCorrecting(true)}
            >
              {say(data === null ? 'resolve.correct.add' : 'resolve.correct')}
            </Button>
          </May>
        </div>
      )}
    </>
  );
}

/** By whom and when; and where the old ones were copied before, that the customer may have those. */
function CorrectedLine({ request, resolution }: Omit<FoundProps, 'masking'>): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { corrected } = resolution;
  if (corrected === undefined) return null;
  const { lastCopiedAt } = request;
  const isOldCopied = lastCopiedAt !== null && Date.parse(lastCopiedAt) <= Date.parse(corrected.at);
  return (
    <div className="stack gap-6 text-13 muted ruled">
      <p>
        <span className="badge amber">{say('resolved.corrected')}</span>{' '}
        {say('resolved.corrected.by', {
          operator: corrected.operator.name,
          time: fullTimeText(corrected.at, language),
        })}
      </p>
      {isOldCopied && (
        <Notice tone="unknown">
          {say('resolved.corrected.copied', { time: fullTimeText(lastCopiedAt, language) })}
        </Notice>
      )}
    </div>
  );
}

type TypedProps = {
  readonly request: UnknownRequest;
  readonly data: PaymentData;
  readonly masking: Masking | null;
  readonly mark: 'resolved.typed' | 'resolved.late';
};

/** Copyable, because the customer may wait; marked, because only the operator who typed it has checked it. */
function TypedByHand({ request, data, masking, mark }: TypedProps): ReactNode {
  const say = useSay();
  if (requisiteRows(data).length === 0) {
    return <p className="muted">{say('resolved.noRequisites')}</p>;
  }
  return (
    <div className="stack gap-6 text-13 muted ruled">
      <p>
        <span className="badge amber">{say(mark)}</span> {say(`${mark}.text`)}
      </p>
      {masking?.control}
      <Requisites
        request={request}
        data={data}
        locked={whyNotHandedOn(request) !== null}
        veil={masking?.veil ?? null}
      />
    </div>
  );
}
