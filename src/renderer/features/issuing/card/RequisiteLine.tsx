import { type ReactNode, useState } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import { hiddenCharacters } from '#shared/domain/hiddenCharacters.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { RequisiteFault } from '#shared/domain/requisiteChecks.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { requisiteFaultText } from '../../../text/requisites.ts';
import type { Veil } from '../../../text/veil.ts';
import { ClosedCopyQuestion } from '../../../ui/KeySafeQuestion.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { HiddenText, HiddenWarning } from './HiddenText.tsx';
import { useIsClosed } from './link.ts';
import styles from './ResultCard.module.css';
import { LONGEST_NAME, type RequisiteRow } from './rows.ts';

type Props = {
  readonly request: DepositRequest;
  readonly row: RequisiteRow;
  readonly locked: boolean;
  /** A link that must stay text: it leaves by no way, so it is not copied either. */
  readonly isUnsafe: boolean;
  /** What does not hold in it. Said, and copied all the same. */
  readonly fault: RequisiteFault | null;
  /** Null when the text is shown whole. It is always copied whole. */
  readonly veil: Veil | null;
};

export function RequisiteLine({ request, row, locked, isUnsafe, fault, veil }: Props): ReactNode {
  const say = useSay();
  const { intentId } = request;
  const isClosed = useIsClosed(request);
  /** What is done once the question about a closed request is answered with yes. */
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const recordCopy = useRecordCopy(intentId);
  const privacy = usePrivacy();
  const { part } = row;
  const field = clipText(row.field, LONGEST_NAME);
  const name = part === 'other' ? field : say(`requisite.${part}`);
  const isWhole = veil === null && !privacy.on;
  const shown = veil === null ? row.shown : (row.masked ?? veil(row.shown));
  const label = part === 'other' ? say('copy.other', { field }) : say(`copy.${part}`);
  const isNoted = isUnsafe || fault !== null || hiddenCharacters(row.stored).length > 0;
  return (
    <div className={styles.row} data-noted={isNoted}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value} data-part={part}>
        <LongText text={privacy.hide(shown)} label={name}>
          {(text) => (isWhole ? <HiddenText text={text} /> : text)}
        </LongText>
        {isUnsafe && <span className={styles.unsafe}>{say('link.unsafe')}</span>}
        {fault !== null && <FaultLine fault={fault} />}
        <HiddenWarning text={row.stored} isNumber={row.stored !== row.copied} />
      </dd>
      <dd className={styles.action}>
        <CopyButton
          label={label}
          text={row.copied}
          linkOf={part === 'url' ? intentId : null}
          locked={locked || isUnsafe}
          onCopied={(text, copied) => recordCopy(part, text, copied)}
          onAsk={isClosed ? (copy) => setAsked(() => copy) : null}
        />
      </dd>
      {asked !== null && isClosed && (
        <dd className={styles.question}>
          <ClosedCopyQuestion
            request={request}
            confirmText={label}
            onConfirm={() => {
              setAsked(null);
              asked();
            }}
            onBack={() => setAsked(null)}
          />
        </dd>
      )}
    </div>
  );
}

function FaultLine({ fault }: { readonly fault: RequisiteFault }): ReactNode {
  const say = useSay();
  return (
    <span className={styles.fault}>
      {requisiteFaultText(fault, say)} {say('fault.copyable')}
    </span>
  );
}
