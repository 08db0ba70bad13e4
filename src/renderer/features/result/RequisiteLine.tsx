import type { ReactNode } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import { hiddenCharacters } from '#shared/domain/hiddenCharacters.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { RequisiteFault } from '#shared/domain/requisiteChecks.ts';

import { useRecordCopy } from '../../client/clipboard.ts';
import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import { requisiteFaultText } from '../../text/requisiteFaults.ts';
import type { Veil } from '../../text/veil.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { HiddenText, HiddenWarning } from './HiddenText.tsx';
import styles from './ResultCard.module.css';
import { LONGEST_NAME, type RequisiteRow } from './rows.ts';

type Props = {
  readonly intentId: IntentId;
  readonly row: RequisiteRow;
  readonly locked: boolean;
  /** A link that must stay text: it leaves by no way, so it is not copied either. */
  readonly isUnsafe: boolean;
  /** What does not hold in it. Said, and copied all the same. */
  readonly fault: RequisiteFault | null;
  /** Null: shown whole. Copied whole it is in any case. */
  readonly veil: Veil | null;
};

export function RequisiteLine({ intentId, row, locked, isUnsafe, fault, veil }: Props): ReactNode {
  const say = useSay();
  const recordCopy = useRecordCopy(intentId);
  const privacy = usePrivacy();
  const { part } = row;
  const field = clipText(row.field, LONGEST_NAME);
  const name = part === 'other' ? field : say(`requisite.${part}`);
  const isWhole = veil === null && !privacy.on;
  const shown = veil === null ? row.shown : (row.masked ?? veil(row.shown));
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
          label={part === 'other' ? say('copy.other', { field }) : say(`copy.${part}`)}
          text={row.copied}
          linkOf={part === 'url' ? intentId : null}
          locked={locked || isUnsafe}
          onCopied={(text, copied) => recordCopy(part, text, copied)}
        />
      </dd>
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
