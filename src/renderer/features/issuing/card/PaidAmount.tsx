import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import type { Paid } from '#shared/domain/callback.ts';
import type { DepositRequest, Disposition } from '#shared/domain/request.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { otherAmount } from '../../../text/paid.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import type { Veil } from '../../../text/veil.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useFocusBack } from '../../../ui/focus.ts';
import { DisposeForm } from './DisposeForm.tsx';
import styles from './ResultCard.module.css';

type Props = { readonly request: DepositRequest; readonly veil: Veil | null };

/** Another amount than was asked for is ordinary; what is wanted is what was agreed about it. */
export function PaidAmount({ request, veil }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const privacy = usePrivacy();
  const { paid, heard } = request;
  const other = otherAmount(request, language, say);
  if (paid === undefined || other === null) return null;
  return (
    <Notice tone="calm" title={privacy.on ? say('paid.private') : other.line}>
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
      <DisposeForm
        request={request}
        paidSeq={paid.seq}
        now={settled}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <div className={styles.agreed}>
      {settled === null ? <p>{say('paid.open')}</p> : <Settled disposition={settled} veil={veil} />}
      <Button ref={opener} size="xs" variant="default" onClick={() => setEdited(paid.seq)}>
        {say(settled === null ? 'dispose.open' : 'dispose.change')}
      </Button>
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
      {note !== '' && <p className={styles.said}>{veil === null ? note : veil(note)}</p>}
    </div>
  );
}
