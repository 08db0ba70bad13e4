import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import { type MinorUnits, Money } from '#shared/domain/money.ts';
import { paymentInDoubt } from '#shared/domain/paid.ts';
import type { DepositRequest, MismatchSettled } from '#shared/domain/request.ts';

import { May, useDesk, useMay, usePrivacy } from '../../../client/deskContext.ts';
import { type Language, useSay } from '../../../i18n/i18n.ts';
import { otherAmount } from '../../../text/paid.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import type { Veil } from '../../../text/veil.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { useRepeat } from './hooks.ts';
import { MismatchForm } from './MismatchForm.tsx';
import styles from './ResultCard.module.css';
import { missingOf } from './rules.ts';

type Props = { readonly request: DepositRequest; readonly veil: Veil | null };

/** Another amount than was asked for, or paid after the requisites ended: what is missing, and how it was settled. */
export function PaidAmount({ request, veil }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const privacy = usePrivacy();
  const { paid, heard } = request;
  const other = otherAmount(request, language, say);
  const missing = missingOf(request);
  const payment = paymentInDoubt(request);
  if (payment === null) return null;
  const isLate = (heard?.lateSeq ?? null) !== null;
  const lines = [
    ...(other === null ? [] : [other.line]),
    ...(isLate ? [say('paid.late')] : []),
    ...(missing === null
      ? []
      : [say('paid.missing', { missing: amountOfMissing(request, missing, language) })]),
  ];
  return (
    <Notice
      tone={missing === null ? 'calm' : 'unknown'}
      title={privacy.on && other !== null ? say('paid.private') : lines.join(' · ')}
    >
      {/* Of the last callback it is said beside the state, unless only the amount was not signed. */}
      {paid?.isVerified === false && (paid.seq !== heard?.seq || heard.isVerified) && (
        <p className="muted">{say('verdict.unverified.short')}</p>
      )}
      {isLate && <p>{say('paid.late.text')}</p>}
      {other !== null && other.unclear !== null && (
        <p>
          {other.unclear}{' '}
          <Link href={`/settings/profile/${request.profileId}/format`}>
            {say('inbox.openFormat')}
          </Link>
        </p>
      )}
      <Decision request={request} paidSeq={payment.seq} veil={veil} />
    </Notice>
  );
}

function amountOfMissing(
  { body }: DepositRequest,
  missing: MinorUnits,
  language: Language,
): string {
  return Money.shown(missing, body.fields.currency, language);
}

/** Fills the form with the customer, the type and what is missing. Empty where nothing is, or the profile is another. */
export function TopUpButton({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const { topUp, whyNot } = useRepeat();
  const mayIssue = useMay('issue');
  const missing = missingOf(request);
  if (missing === null || whyNot(request) !== null || !mayIssue) return null;
  return (
    <Button size="xs" variant="default" onClick={() => topUp(request, missing)}>
      {say('paid.topUp', { missing: hide(amountOfMissing(request, missing, language)) })}
    </Button>
  );
}

type DecisionProps = Props & { readonly paidSeq: number };

function Decision({ request, paidSeq, veil }: DecisionProps): ReactNode {
  const say = useSay();
  // Another amount since then is another question: the form about the last one closes, and gives the focus back.
  const [edited, setEdited] = useState<number | null>(null);
  const isEditing = edited === paidSeq;
  const opener = useFocusBack<HTMLButtonElement>(isEditing);
  const closed = useFocusBack<HTMLDivElement>(isEditing);
  const { mismatchSettled: settled } = request;
  if (isEditing) {
    return (
      <>
        <MismatchForm request={request} paidSeq={paidSeq} onClose={() => setEdited(null)} />
        <TopUpButton request={request} />
      </>
    );
  }
  if (settled?.paidSeq === paidSeq) {
    return (
      <div ref={closed} tabIndex={-1} className="above-8">
        <Settled settled={settled} veil={veil} />
      </div>
    );
  }
  return (
    <div className={`${styles.decision} row wrap top between gap-8 above-8`}>
      <p>{say('paid.open')}</p>
      <TopUpButton request={request} />
      <May to="resolve">
        <Button ref={opener} size="xs" variant="default" onClick={() => setEdited(paidSeq)}>
          {say('mismatch.open')}
        </Button>
      </May>
    </div>
  );
}

type SettledProps = { readonly settled: MismatchSettled; readonly veil: Veil | null };

function Settled({ settled, veil }: SettledProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { operator, at, note } = settled;
  return (
    <div role="status">
      <p>
        <strong>{say('mismatch.settled')}</strong>{' '}
        <span className="muted" title={`${operator.account}, ${fullTimeText(at, language)}`}>
          {say('mismatch.by', { operator: operator.name, time: dayTimeText(at, language) })}
        </span>
      </p>
      {/* Empty where it was erased. */}
      {note !== '' && <p className="pre breakable">{veil === null ? note : veil(note)}</p>}
    </div>
  );
}
