import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import type { Paid } from '#shared/domain/callback.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import type { DepositRequest, Disposition } from '#shared/domain/request.ts';

import { May, useDesk, useMay, usePrivacy } from '../../../client/deskContext.ts';
import { type Language, useSay } from '../../../i18n/i18n.ts';
import { amountText } from '../../../text/numbers.ts';
import { otherAmount } from '../../../text/paid.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import type { Veil } from '../../../text/veil.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { DisposeForm } from './DisposeForm.tsx';
import { useRepeat } from './hooks.ts';
import styles from './ResultCard.module.css';
import { missingOf } from './rules.ts';

type Props = { readonly request: DepositRequest; readonly veil: Veil | null };

/** Another amount than was asked for: what is missing, and what was agreed about it. */
export function PaidAmount({ request, veil }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const privacy = usePrivacy();
  const { paid, heard } = request;
  const other = otherAmount(request, language, say);
  const missing = missingOf(request);
  if (paid === undefined || other === null) return null;
  const lines = [
    other.line,
    ...(missing === null
      ? []
      : [say('paid.missing', { missing: amountOfMissing(request, missing, language) })]),
  ];
  return (
    <Notice
      tone={missing === null ? 'calm' : 'unknown'}
      title={privacy.on ? say('paid.private') : lines.join(' · ')}
    >
      {/* Of the last callback it is said beside the state, unless only the amount was not signed. */}
      {!paid.isVerified && (paid.seq !== heard?.seq || heard.isVerified) && (
        <p className="muted">{say('verdict.unverified.short')}</p>
      )}
      {other.unclear !== null && (
        <p>
          {other.unclear}{' '}
          <Link href={`/settings/profile/${request.profileId}/format`}>
            {say('inbox.openFormat')}
          </Link>
        </p>
      )}
      <Agreed request={request} paid={paid} veil={veil} />
    </Notice>
  );
}

function amountOfMissing(
  { body }: DepositRequest,
  missing: MinorUnits,
  language: Language,
): string {
  return amountText(missing, body.fields.currency, language);
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

type AgreedProps = Props & { readonly paid: Paid };

function Agreed({ request, paid, veil }: AgreedProps): ReactNode {
  const say = useSay();
  // Another amount since then is another question: the form about the last one closes, and gives the focus back.
  const [edited, setEdited] = useState<number | null>(null);
  const isEditing = edited === paid.seq;
  const opener = useFocusBack<HTMLButtonElement>(isEditing);
  const { disposition } = request;
  const settled = disposition?.paidSeq === paid.seq ? disposition : null;
  if (isEditing) {
    return (
      <>
        <DisposeForm
          request={request}
          paidSeq={paid.seq}
          now={settled}
          onClose={() => setEdited(null)}
        />
        <TopUpButton request={request} />
      </>
    );
  }
  return (
    <div className={`${styles.agreed} row wrap top between gap-8 above-8`}>
      {settled === null ? <p>{say('paid.open')}</p> : <Settled disposition={settled} veil={veil} />}
      <TopUpButton request={request} />
      <May to="resolve">
        <Button ref={opener} size="xs" variant="default" onClick={() => setEdited(paid.seq)}>
          {say(settled === null ? 'dispose.open' : 'dispose.change')}
        </Button>
      </May>
    </div>
  );
}

type SettledProps = { readonly disposition: Disposition; readonly veil: Veil | null };

function Settled({ disposition, veil }: SettledProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { kind, operator, at, note } = disposition;
  return (
    <div role="status">
      <p>
        <strong>{say(`dispose.${kind}`)}</strong>{' '}
        <span className="muted" title={`${operator.account}, ${fullTimeText(at, language)}`}>
          {say('dispose.by', { operator: operator.name, time: dayTimeText(at, language) })}
        </span>
      </p>
      {note !== '' && <p className="pre breakable">{veil === null ? note : veil(note)}</p>}
    </div>
  );
}
