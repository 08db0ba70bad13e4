import type { ReactNode } from 'react';

import { hiddenCharacters } from '#shared/domain/hiddenCharacters.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { RequisiteFault } from '#shared/domain/requisiteChecks.ts';

import { useRecordCopy } from '../../client/clipboard.ts';
import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { Veil } from '../../text/veil.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { HiddenText, HiddenWarning } from './HiddenText.tsx';
import styles from './ResultCard.module.css';
import type { RequisiteRow } from './rows.ts';

type Props = {
  readonly intentId: IntentId;
  readonly row: RequisiteRow;
  readonly locked: boolean;
  /** Why it is less than it looks; null: it is not. */
  readonly note: string | null;
  /** What does not hold in it. Said, and copied all the same. */
  readonly fault: RequisiteFault | null;
  /** Null: shown whole. Copied whole it is in any case. */
  readonly veil: Veil | null;
};

export function RequisiteLine({ intentId, row, locked, note, fault, veil }: Props): ReactNode {
  const say = useSay();
  const recordCopy = useRecordCopy(intentId);
  const privacy = usePrivacy();
  const { part, field } = row;
  const isNoted = note !== null || fault !== null || hiddenCharacters(row.stored).length > 0;
  return (
    <div className={styles.row} data-noted={isNoted}>
      <dt className={styles.name}>{part === 'other' ? field : say(`requisite.${part}`)}</dt>
      <dd className={styles.value} data-part={part}>
        {privacy.on && privacy.hide(row.shown)}
        {!privacy.on && veil !== null && (row.masked ?? veil(row.shown))}
        {!privacy.on && veil === null && <HiddenText text={row.shown} />}
        {note !== null && <span className={styles.unsafe}>{note}</span>}
        {fault !== null && <FaultLine fault={fault} />}
        <HiddenWarning text={row.stored} isNumber={row.stored !== row.copied} />
      </dd>
      <dd className={styles.action}>
        <CopyButton
          label={part === 'other' ? say('copy.other', { field }) : say(`copy.${part}`)}
          text={row.copied}
          locked={locked}
          onCopied={(text, copied) => recordCopy(part, text, copied)}
        />
      </dd>
    </div>
  );
}

function FaultLine({ fault }: { readonly fault: RequisiteFault }): ReactNode {
  const say = useSay();
  const values = {
    ...('digits' in fault ? { count: fault.digits } : {}),
    ...('characters' in fault ? { count: fault.characters } : {}),
  };
  return (
    <span className={styles.fault}>
      {say(`fault.${fault.kind}`, values)} {say('fault.copyable')}
    </span>
  );
}
