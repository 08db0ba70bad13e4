import { type ReactNode, Suspense, lazy, useState } from 'react';

import { safeLink } from '#shared/domain/link.ts';
import { amountChanged, amountOf, isCopyLocked, paymentDataOf } from '#shared/domain/request.ts';
import { requisiteFaults } from '#shared/domain/requisiteChecks.ts';
import { linkToShow } from '#shared/domain/requisites.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { clockText } from '../../../text/time.ts';
import type { Veil } from '../../../text/veil.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { MessageComposer } from '../../messages/MessageComposer.tsx';
import { CardActions } from './CardActions.tsx';
import { type AcceptedRequest, billOf, fitsInQr, useIsClosed, useSandboxOrigin } from './link.ts';
import type { Masking } from './rows.ts';
import { useAcknowledgeAmount } from './mutations.ts';
import { OtherFields, RestOfFields } from './OtherFields.tsx';
import { RequisiteLine } from './RequisiteLine.tsx';
import styles from './ResultCard.module.css';
import { MOST_ROWS, requisiteRows } from './rows.ts';
import { ValidityEnded } from './Validity.tsx';
import { useValidity } from './validity.ts';

const QrPanel = lazy(async () => ({ default: (await import('./QrPanel.tsx')).QrPanel }));

type Props = { readonly request: AcceptedRequest };
type AcceptedProps = Props & { readonly masking: Masking | null };

export function Accepted({ request, masking }: AcceptedProps): ReactNode {
  const sandboxOrigin = useSandboxOrigin(request);
  const validity = useValidity(request);
  const [wentOn, setWentOn] = useState(false);
  const ended = validity?.state === 'ended' && !wentOn;
  const locked = isCopyLocked(request) || ended;
  const veil = masking?.veil ?? null;
  const address = request.answer.record.payment_data.url ?? null;
  const page = address === null ? null : safeLink(address, sandboxOrigin);
  const shown = address === null ? null : linkToShow(address, sandboxOrigin);
  const link = shown !== null && fitsInQr(shown) ? shown : null;
  const isClosed = useIsClosed(request);
  return (
    <>
      {amountChanged(request) && <AmountChanged request={request} />}
      {validity !== null && ended && (
        <ValidityEnded until={validity.until} onGoOn={() => setWentOn(true)} />
      )}
      <div className={styles.body}>
        <div className={styles.main}>
          <Requisites request={request} masking={masking} locked={locked} page={page} />
          <MessageComposer request={request} masked={veil !== null} inLog={masking !== null} />
          <CardActions
            request={request}
            page={page}
            link={link}
            sandboxOrigin={sandboxOrigin}
            locked={locked}
            isClosed={isClosed}
            veil={veil}
          />
        </div>
        {link !== null && !isClosed && !locked && veil === null && (
          <Suspense fallback={<div className={styles.qrSpace} />}>
            <QrPanel request={request} link={link} />
          </Suspense>
        )}
      </div>
      <OtherFields answer={request.answer} veil={veil} />
    </>
  );
}

type RequisitesProps = AcceptedProps & { readonly locked: boolean; readonly page: string | null };

function Requisites({ request, masking, locked, page }: RequisitesProps): ReactNode {
  const say = useSay();
  const data = paymentDataOf(request.answer);
  const rows = requisiteRows(data);
  const { currency, payment_type: paymentType } = request.body.fields;
  const faults = requisiteFaults(data, { currency, paymentType });
  const veil: Veil | null = masking?.veil ?? null;
  return (
    <>
      {(rows.length > 0 || billOf(request) !== null) && masking?.control}
      <dl className={styles.rows}>
        {rows.slice(0, MOST_ROWS).map((row) => (
          <RequisiteLine
            key={`${row.part}-${row.field}`}
            request={request}
            row={row}
            locked={locked}
            isUnsafe={row.part === 'url' && page === null}
            fault={faults.find(({ part }) => part === row.part) ?? null}
            veil={veil}
          />
        ))}
      </dl>
      <RestOfFields
        fields={rows.slice(MOST_ROWS).map(({ field, stored }) => [field, stored])}
        veil={veil}
      />
      {rows.length === 0 && <p className="muted">{say('requisite.none')}</p>}
    </>
  );
}

/** Recorded in the log, so that it is asked once, on whatever screen. */
function AmountChanged({ request }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const acknowledge = useAcknowledgeAmount(request.intentId);
  const seenAt = request.amountAcknowledgedAt;
  const { language } = useDesk().settings;
  const { cents, currency } = request.body.fields;
  const amounts = {
    sent: hide(moneyText(cents, currency, language)),
    returned: hide(moneyText(amountOf(request).cents, currency, language)),
  };
  const actions = (
    <Button
      size="xs"
      variant="default"
      loading={acknowledge.isPending}
      onClick={() => acknowledge.mutate()}
    >
      {say('changed.acknowledge')}
    </Button>
  );
  return (
    <Notice tone="unknown" title={say('changed.title')} {...(seenAt === null ? { actions } : {})}>
      {seenAt === null
        ? say('changed.text', amounts)
        : say('changed.seen', { ...amounts, time: clockText(seenAt) })}
      <ActionError error={acknowledge.error} />
    </Notice>
  );
}
