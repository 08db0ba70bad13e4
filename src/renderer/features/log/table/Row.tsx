import { type ReactNode, memo } from 'react';

import type { LogColumn, LogRow } from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import { isUnresolved } from '#shared/domain/request.ts';

import { customerHref } from '../../../client/customers.ts';
import type { Language, Say } from '../../../i18n/i18n.ts';
import type { RowTimes } from '../../../text/time.ts';
import { CutId } from '../../../ui/LongText.tsx';
import { OutcomeBadge, type StateWords, ToneBadge } from '../../../ui/StateBadge.tsx';
import { attentionText, stateWord } from './rowText.ts';
import styles from './VirtualTable.module.css';

type Props = {
  readonly row: LogRow;
  readonly at: number;
  /** Scrolled away, but it has the keyboard. */
  readonly isAway: boolean;
  readonly columns: readonly LogColumn[];
  readonly times: RowTimes;
  readonly say: Say;
  readonly language: Language;
  readonly isOpened: boolean;
  readonly isActive: boolean;
  readonly isVisited: boolean;
  readonly isCopied: boolean;
  readonly revealed: string | null;
  readonly words: StateWords;
  /** Privacy mode: dots in place of amounts, customers and requisites. */
  readonly hide: (text: string) => string;
  readonly isPrivate: boolean;
};

/** Plain elements and no hooks: some forty of them are drawn while the wheel turns. Clicks are heard by the table. */
export const Row = memo(function Row(props: Props): ReactNode {
  const { row, at } = props;
  return (
    <tr
      className={styles.row}
      aria-rowindex={at + 2}
      data-at={at}
      data-intent={row.intentId}
      data-opened={props.isOpened}
      data-visited={props.isVisited}
      data-away={props.isAway}
    >
      {props.columns.map((column) => (
        <td key={column} className={styles.cell} data-column={column} {...titleOf(column, props)}>
          {contentOf(column, row, props)}
        </td>
      ))}
    </tr>
  );
});

function titleOf(column: LogColumn, { row, isPrivate }: Props): { readonly title?: string } {
  switch (column) {
    case 'order':
      return { title: row.orderId };
    case 'customer':
      return row.customer === null || isPrivate ? {} : { title: row.customer };
    case 'type':
      return { title: row.paymentType };
    case 'remote':
      return row.remoteId === null ? {} : { title: row.remoteId };
    case 'time':
    case 'phone':
    case 'amount':
    case 'state':
    case 'requisite':
    case 'profile':
    case 'operator':
      return {};
  }
}

function contentOf(column: LogColumn, row: LogRow, props: Props): ReactNode {
  const { say, language, times, hide } = props;
  switch (column) {
    case 'time':
      return (
        <time dateTime={row.createdAt} title={times.full(row.createdAt)}>
          {times.short(row.createdAt)}
        </time>
      );
    case 'order':
      return <Order {...props} />;
    case 'customer':
      return row.customer === null ? (
        ''
      ) : (
        <a
          href={`#${customerHref(row.profileId, row.customer)}`}
          className="plain-link"
          tabIndex={-1}
          data-action="customer"
        >
          {hide(row.customer)}
        </a>
      );
    case 'phone':
      return hide(row.phone ?? '');
    case 'type':
      return row.paymentType;
    case 'amount':
      return (
        <>
          {hide(Money.shown(row.cents, row.currency, language))}{' '}
          <span className="muted">{row.currency}</span>
        </>
      );
    case 'state':
      return <State row={row} say={say} words={props.words} />;
    case 'requisite':
      return <Requisite {...props} />;
    case 'remote':
      return row.remoteId ?? '';
    case 'profile':
      return row.profileName;
    case 'operator':
      return row.operator;
  }
}

/** The row's link: Enter opens it. Only the active row's is reached by Tab. */
function Order({ row, say, isOpened, isActive, isVisited }: Props): ReactNode {
  return (
    <>
      <a
        href={`#/log/${row.intentId}`}
        className={`${styles.open} cut`}
        tabIndex={isActive ? 0 : -1}
        aria-label={isVisited ? `${row.orderId} ${say('log.visited')}` : row.orderId}
        {...(isOpened ? { 'aria-current': 'true' as const } : {})}
      >
        <CutId id={row.orderId} />
      </a>
      {row.isSample && (
        <span
          role="img"
          aria-label={say('sample.text')}
          className={styles.icon}
          data-icon="flask"
          title={say('sample.text')}
        />
      )}
    </>
  );
}

type StateProps = Pick<Props, 'row' | 'say' | 'words'>;

function State({ row, say, words }: StateProps): ReactNode {
  const attention = attentionText(row, say);
  return (
    <>
      {attention !== null && (
        <ToneBadge tone="unknown" title={attention.whole}>
          {attention.short}
        </ToneBadge>
      )}
      <OutcomeBadge
        outcome={row.outcome}
        isOpen={isUnresolved(row)}
        known={words(row.profileId, row.state)}
        isOtherAmount={row.attention.includes('paid_differs')}
        {...(row.outcome === 'rejected' ? { title: say('state.rejected') } : {})}
      >
        {stateWord(row, say)}
      </OutcomeBadge>
    </>
  );
}

/** First six and last four digits, until the operator reveals the whole number, which is recorded. */
function Requisite(props: Props): ReactNode {
  const { row, say, isActive, isCopied, hide } = props;
  if (row.requisite === null) return null;
  const revealed = props.isPrivate ? null : props.revealed;
  return (
    <>
      <span className="cut" title={revealed ?? hide(row.requisite.masked)}>
        {revealed ?? hide(row.requisite.masked)}
      </span>
      {isCopied && <span className={styles.icon} data-icon="check" />}
      {revealed === null && !isCopied && !props.isPrivate && (
        <button
          type="button"
          className={`${styles.reveal} quiet square`}
          data-action="reveal"
          tabIndex={isActive ? 0 : -1}
          aria-label={say('log.reveal', { order: row.orderId })}
          title={say('log.reveal.title')}
        />
      )}
    </>
  );
}
