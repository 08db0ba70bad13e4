import { IconExternalLink } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { safeLink, webOriginOf } from '#shared/domain/link.ts';
import {
  type DepositRequest,
  amountChanged,
  amountOf,
  isCopyLocked,
  paymentDataOf,
} from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/money.ts';
import { clockText } from '../../text/time.ts';
import type { Veil } from '../../text/veil.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import type { Masking } from './masking.ts';
import { useAcknowledgeAmount } from './mutations.ts';
import { OtherFields } from './OtherFields.tsx';
import { RequisiteLine } from './RequisiteLine.tsx';
import styles from './ResultCard.module.css';
import { requisiteRows } from './rows.ts';

type AcceptedRequest = Extract<DepositRequest, { outcome: 'accepted' }>;
type Props = { readonly request: AcceptedRequest };
type AcceptedProps = Props & { readonly masking: Masking | null };

export function Accepted({ request, masking }: AcceptedProps): ReactNode {
  const say = useSay();
  const sandboxOrigin = useSandboxOrigin(request);
  const locked = isCopyLocked(request);
  const veil = masking?.veil ?? null;
  const rows = requisiteRows(paymentDataOf(request.answer));
  const address = request.answer.record.payment_data.url ?? null;
  const link = address === null ? null : safeLink(address, sandboxOrigin);
  return (
    <>
      {amountChanged(request) && <AmountChanged request={request} />}
      <div className={styles.body}>
        <div className={styles.main}>
          {(rows.length > 0 || billOf(request) !== null) && masking?.control}
          <dl className={styles.rows}>
            {rows.map((row) => (
              <RequisiteLine
                key={`${row.part}-${row.field}`}
                intentId={request.intentId}
                row={row}
                locked={locked}
                note={row.part === 'url' && link === null ? say('link.unsafe') : null}
                veil={veil}
              />
            ))}
          </dl>
          {rows.length === 0 && <p className="muted">{say('requisite.none')}</p>}
          <Links
            request={request}
            link={link}
            locked={locked}
            veil={veil}
            sandboxOrigin={sandboxOrigin}
          />
        </div>
        {link !== null && !locked && veil === null && <QrCode text={link} label={say('link.qr')} />}
      </div>
      <OtherFields answer={request.answer} veil={veil} />
    </>
  );
}

/** Plain http may be opened only at the exact origin of the sandbox that answered. */
function useSandboxOrigin(request: AcceptedRequest): string | null {
  const { profiles } = useDesk();
  if (request.mode !== 'sandbox') return null;
  const profile = profiles.find((candidate) => candidate.id === request.profileId);
  return profile?.mode === 'sandbox' ? webOriginOf(profile.baseUrl) : null;
}

/** Recorded in the log, so that it is asked once, on whatever screen. */
function AmountChanged({ request }: Props): ReactNode {
  const say = useSay();
  const acknowledge = useAcknowledgeAmount(request.intentId);
  const seenAt = request.amountAcknowledgedAt;
  const { language } = useDesk().settings;
  const { cents, currency } = request.body.fields;
  const amounts = {
    sent: moneyText(cents, currency, language),
    returned: moneyText(amountOf(request).cents, currency, language),
  };
  return (
    <Notice
      tone="unknown"
      title={say('changed.title')}
      {...(seenAt !== null
        ? {}
        : {
            actions: (
              <Button
                size="xs"
                variant="default"
                loading={acknowledge.isPending}
                onClick={() => acknowledge.mutate()}
              >
                {say('changed.acknowledge')}
              </Button>
            ),
          })}
    >
      {seenAt === null
        ? say('changed.text', amounts)
        : say('changed.seen', { ...amounts, time: clockText(seenAt) })}
      <ActionError error={acknowledge.error} />
    </Notice>
  );
}

type LinksProps = Props & {
  readonly link: string | null;
  readonly locked: boolean;
  readonly veil: Veil | null;
  readonly sandboxOrigin: string | null;
};

function Links({ request, link, locked, veil, sandboxOrigin }: LinksProps): ReactNode {
  const say = useSay();
  // A page that is opened shows what is masked here.
  const closed = locked || veil !== null;
  const bill = billOf(request);
  const billLink = bill === null ? null : safeLink(bill, sandboxOrigin);
  if (link === null && bill === null) return null;
  return (
    <div className={styles.links}>
      {link !== null && <OutsideLink href={closed ? null : link} label={say('link.page')} />}
      {billLink !== null && (
        <OutsideLink href={closed ? null : billLink} label={say('link.bill')} />
      )}
      {bill !== null && billLink === null && (
        <p className={styles.unsafe}>
          {say('link.billUnsafe')}:{' '}
          <span className="mono">{veil === null ? bill : veil(bill)}</span> · {say('link.unsafe')}
        </p>
      )}
    </div>
  );
}

function billOf({ answer }: AcceptedRequest): string | null {
  return answer.flow === 'create' ? (answer.record.payment_bill_url ?? null) : null;
}

type OutsideLinkProps = {
  /** Null: locked, as copying is. */
  readonly href: string | null;
  readonly label: string;
};

function OutsideLink({ href, label }: OutsideLinkProps): ReactNode {
  if (href === null) {
    return (
      <span role="link" aria-disabled="true" className={styles.link}>
        {label}
      </span>
    );
  }
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {label}
      <IconExternalLink size={14} aria-hidden="true" />
    </a>
  );
}
