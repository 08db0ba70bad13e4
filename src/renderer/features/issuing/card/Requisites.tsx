import { type ReactNode, useState } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import type { PaymentData } from '#shared/domain/deposit.ts';
import { hiddenCharacters, piecesOf } from '#shared/domain/hiddenCharacters.ts';
import { safeLink } from '#shared/domain/link.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type RequisiteFault, requisiteFaults } from '#shared/domain/requisiteChecks.ts';

import { useRecordCopy } from '../../../client/clipboard.ts';
import { May, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { requisiteFaultText } from '../../../text/requisites.ts';
import type { Veil } from '../../../text/veil.ts';
import { ClosedCopyQuestion } from '../../../ui/KeySafeQuestion.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { useIsClosed, useSandboxOrigin } from './hooks.ts';
import { RestOfFields } from './OtherFields.tsx';
import styles from './Requisites.module.css';
import { LONGEST_NAME, MOST_ROWS, type RequisiteRow, requisiteRows } from './rules.ts';

/** The first rows of a card are copied by 1 to 4. */
const COPY_DIGITS = 4;

type Props = {
  readonly request: DepositRequest;
  readonly data: PaymentData;
  readonly locked: boolean;
  /** Null when the texts are shown whole. They are always copied whole. */
  readonly veil: Veil | null;
};

/** Every requisite on its line, with the button that copies it. */
export function Requisites({ request, data, locked, veil }: Props): ReactNode {
  const sandboxOrigin = useSandboxOrigin(request);
  const rows = requisiteRows(data);
  const { currency, payment_type: paymentType } = request.body.fields;
  const faults = requisiteFaults(data, { currency, paymentType });
  return (
    <>
      <dl className={`${styles.rows} stack`}>
        {rows.slice(0, MOST_ROWS).map((row, at) => (
          <RequisiteLine
            key={`${row.part}-${row.field}`}
            request={request}
            row={row}
            locked={locked}
            isUnsafe={row.part === 'url' && safeLink(row.stored, sandboxOrigin) === null}
            fault={faults.find(({ part }) => part === row.part) ?? null}
            veil={veil}
            digit={at < COPY_DIGITS ? at + 1 : null}
          />
        ))}
      </dl>
      <RestOfFields
        fields={rows.slice(MOST_ROWS).map(({ field, stored }) => [field, stored])}
        veil={veil}
      />
    </>
  );
}

type LineProps = Omit<Props, 'data'> & {
  readonly row: RequisiteRow;
  /** A link that must stay text: it leaves by no way, so it is not copied either. */
  readonly isUnsafe: boolean;
  /** What does not hold in it. Said, and copied all the same. */
  readonly fault: RequisiteFault | null;
  /** The key that copies it while the card has the focus. */
  readonly digit: number | null;
};

function RequisiteLine(props: LineProps): ReactNode {
  const { request, row, locked, isUnsafe, fault, veil, digit } = props;
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
    <div className={`${styles.row} stack middle`} data-noted={isNoted}>
      <dt className={`${styles.name} text-13 muted breakable`}>{name}</dt>
      <dd className={`${styles.value} narrow text-14 medium ink breakable`} data-part={part}>
        <LongText text={privacy.hide(shown)} label={name}>
          {(text) => (isWhole ? <HiddenText text={text} /> : text)}
        </LongText>
        {isUnsafe && (
          <span className="block text-12 unknown sans breakable">{say('link.unsafe')}</span>
        )}
        {fault !== null && (
          <span className="block text-12 medium unknown sans breakable">
            {requisiteFaultText(fault, say)} {say('fault.copyable')}
          </span>
        )}
        <HiddenWarning text={row.stored} isNumber={row.stored !== row.copied} />
      </dd>
      <dd className={styles.action}>
        <May to="issue">
          <CopyButton
            label={label}
            shortLabel={say('copy.do')}
            digit={digit}
            text={row.copied}
            linkOf={part === 'url' ? intentId : null}
            locked={locked || isUnsafe}
            onCopied={(text, copied) => recordCopy(part, text, copied)}
            onAsk={isClosed ? (copy) => setAsked(() => copy) : null}
          />
        </May>
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

/**
 * The text as it is, with a mark wherever there is an invisible character. Each of those stands by itself, so that a mark of
 * direction cannot turn the digits around it; the marks are drawn, not written, so that selecting takes the text alone.
 */
function HiddenText({ text }: { readonly text: string }): ReactNode {
  return (
    <bdi className="pre">
      {piecesOf(text).map(({ at, text: piece, hidden }) =>
        hidden === null ? (
          <bdi key={at}>{piece}</bdi>
        ) : (
          <bdi key={at} className={`${styles.mark} inline fit`} data-code={hidden.code}>
            {piece}
          </bdi>
        ),
      )}
    </bdi>
  );
}

type WarningProps = {
  readonly text: string;
  /** What is copied has none of them left. */
  readonly isNumber: boolean;
};

/** By name and code, since they cannot be shown. */
function HiddenWarning({ text, isNumber }: WarningProps): ReactNode {
  const say = useSay();
  const found = hiddenCharacters(text);
  if (found.length === 0) return null;
  const names = found.map(({ kind, code, count }) => {
    const name = `${say(`hidden.${kind}`)} ${code}`;
    return count === 1 ? name : `${name} ×${count}`;
  });
  return (
    <span className="block text-12 medium unknown sans breakable">
      {say('hidden.found', { names: names.join(', ') })}{' '}
      {say(isNumber ? 'hidden.digits' : 'hidden.exact')}
    </span>
  );
}
