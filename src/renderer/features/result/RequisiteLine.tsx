import type { ReactNode } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Veil } from '../../text/veil.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useRecordCopy } from './mutations.ts';
import styles from './ResultCard.module.css';
import type { RequisiteRow } from './rows.ts';

type Props = {
  readonly intentId: IntentId;
  readonly row: RequisiteRow;
  readonly locked: boolean;
  readonly note: string | null;
  /** Null: shown whole. Copied whole it is in any case. */
  readonly veil: Veil | null;
};

export function RequisiteLine({ intentId, row, locked, note, veil }: Props): ReactNode {
  const say = useSay();
  const recordCopy = useRecordCopy(intentId);
  const { part, field } = row;
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{part === 'other' ? field : say(`requisite.${part}`)}</dt>
      <dd className={styles.value} data-part={part}>
        {veil === null ? row.shown : (row.masked ?? veil(row.shown))}
        {note !== null && <span className={styles.unsafe}>{note}</span>}
      </dd>
      <dd className={styles.action}>
        <CopyButton
          label={part === 'other' ? say('copy.other', { field }) : say(`copy.${part}`)}
          text={row.copied}
          locked={locked}
          onCopied={(text) => recordCopy(part, text)}
        />
      </dd>
    </div>
  );
}
