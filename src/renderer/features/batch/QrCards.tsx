import { type ReactNode, memo } from 'react';

import type { BatchLink } from '#shared/domain/batch.ts';
import { sandboxLine } from '#shared/domain/message/wording.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/numbers.ts';
import { useRowTimes } from '../../ui/hooks.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import styles from './LinkSheets.module.css';

/** Three beside each other on paper. */
const ACROSS = 3;

type Props = { readonly rows: readonly BatchLink[]; readonly isTest: boolean };

/** One card per customer, to be cut apart: each names the amount and the order, and says if it is a test. */
export function QrCards({ rows, isTest }: Props): ReactNode {
  const { settings } = useDesk();
  const notice = isTest ? sandboxLine(settings.messageLanguage ?? settings.language) : null;
  const lines = Array.from({ length: Math.ceil(rows.length / ACROSS) }, (_, at) =>
    rows.slice(at * ACROSS, (at + 1) * ACROSS),
  );
  return (
    <div className={styles.cards}>
      {lines.map((line) => (
        // A page never ends inside a line.
        <div key={line[0]?.intentId} className={styles.line}>
          {line.map((row) => (
            <Card key={row.intentId} row={row} notice={notice} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A link may be for no customer in particular; its order id tells it from the others. */
export function payerOf({ customer, orderId }: BatchLink): string {
  return customer === '' ? orderId : customer;
}

type CardProps = { readonly row: BatchLink; readonly notice: string | null };

const Card = memo(function Card({ row, notice }: CardProps): ReactNode {
  const say = useSay();
  const { on, hide } = usePrivacy();
  const { language } = useDesk().settings;
  const times = useRowTimes();
  const { link, orderId, validUntil } = row;
  const name = hide(payerOf(row));
  return (
    <article className={styles.card} aria-label={name}>
      {notice !== null && <p className={`${styles.notice} text-12 bold`}>{notice}</p>}
      {link === null || on ? (
        <div className={`${styles.hidden} framed round-8`} />
      ) : (
        <QrCode text={link} label={say('batch.qr.of', { customer: name })} />
      )}
      <p className={`${styles.customer} medium breakable`}>{name}</p>
      <p className="text-16 bold">{hide(moneyText(row.cents, row.currency, language))}</p>
      <p className="mono text-12 muted breakable">{orderId}</p>
      {validUntil !== null && (
        <p className="text-12 muted">{say('batch.qr.until', { time: times.full(validUntil) })}</p>
      )}
    </article>
  );
});
