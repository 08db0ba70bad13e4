import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'wouter';

import { Money } from '#shared/domain/money.ts';
import type { TeamRequest } from '#shared/domain/team.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { RowTimes } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import { useRowTimes } from '../../ui/hooks.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { CutId } from '../../ui/LongText.tsx';
import { ToneBadge } from '../../ui/StateBadge.tsx';
import { ResolveThere, Said } from '../papers/ResolveThere.tsx';
import { type Words, useWords } from '../papers/words.ts';
import styles from './Team.module.css';
import { TeamOutcome } from './TeamOutcome.tsx';

const COLUMNS = ['time', 'desk', 'order', 'customer', 'amount', 'state'] as const;
/** Rows that PageDown and PageUp go by. */
const PAGE_STEP = 20;

type Props = {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly rows: readonly TeamRequest[];
  /** They are the answer to another question. */
  readonly isOld: boolean;
  /** Null: these are all. */
  readonly more: { readonly isComing: boolean; readonly load: () => void } | null;
};

/** The arrow keys go through the rows; at the last one they bring the next page. Enter opens a request of this desk, and resolves another desk's unknown. */
export function TeamTable({ body, rows, isOld, more }: Props): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const [, navigate] = useLocation();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [resolving, setResolving] = useState<TeamRequest | null>(null);
  const words = useWords();
  // Tab comes to one row only, and to the same request when rows slide in above it.
  const stop = rows.find(({ intentId }) => intentId === activeId) ?? rows[0];
  /** A row that was gone to before its page was there. */
  const wanted = useRef<number | null>(null);
  const focusRow = (at: number): void => {
    const row = body.current?.children.item(at);
    if (row instanceof HTMLElement) row.focus();
  };
  useEffect(() => {
    if (wanted.current === null || wanted.current >= rows.length) return;
    const row = body.current?.children.item(wanted.current);
    wanted.current = null;
    if (row instanceof HTMLElement) row.focus();
  }, [body, rows.length]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    const at = row === null ? -1 : [...(body.current?.children ?? [])].indexOf(row);
    const request = rows[at];
    if (request === undefined) return;
    if (event.code === 'Enter' && event.target === row) {
      if (request.isOwn) navigate(`/log/${request.intentId}`);
      else if (words.mayResolve(request)) setResolving(request);
      return;
    }
    const to = placeAfter(event.code, at, rows.length);
    if (to === null) return;
    event.preventDefault();
    if (to < rows.length || more === null) {
      focusRow(Math.min(Math.max(0, to), rows.length - 1));
      return;
    }
    focusRow(rows.length - 1);
    wanted.current = rows.length;
    more.load();
  };
  return (
    // The rows in it have the focus; the keys are heard once for all of them.
    <div className={`${styles.list} ${styles.old} narrow`} data-old={isOld} onKeyDown={onKey}>
      <ListTable
        caption={say('team.log.caption')}
        columns={COLUMNS.map((key) => ({ key, label: say(`team.log.${key}`) }))}
        className={styles.table}
        rows={body}
      >
        {rows.map((row) => (
          <Row
            key={`${row.desk} ${row.intentId}`}
            row={row}
            times={times}
            isStop={row === stop}
            words={words}
            onFocus={setActiveId}
            onResolve={setResolving}
          />
        ))}
      </ListTable>
      {more !== null && (
        <Button
          variant="default"
          className={styles.more ?? ''}
          aria-busy={more.isComing}
          onClick={more.load}
        >
          {say('team.log.more')}
        </Button>
      )}
      {resolving !== null && (
        <ResolveThere
          row={resolving}
          onClose={() => setResolving(null)}
          onSent={() => {
            words.sent(resolving.intentId);
            setResolving(null);
          }}
        />
      )}
    </div>
  );
}

/** Null: not a key that moves. May be after the last row. */
function placeAfter(code: string, at: number, count: number): number | null {
  switch (code) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at === count - 1 ? count : Math.min(at + PAGE_STEP, count - 1);
    case 'PageUp':
      return at - PAGE_STEP;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

type RowProps = {
  readonly row: TeamRequest;
  readonly times: RowTimes;
  readonly isStop: boolean;
  readonly words: Words;
  readonly onFocus: (intentId: string) => void;
  readonly onResolve: (row: TeamRequest) => void;
};

function Row({ row, times, isStop, words, onFocus, onResolve }: RowProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide, on: isPrivate } = usePrivacy();
  const [, navigate] = useLocation();
  const { cents, currency } = row;
  return (
    <tr
      className={styles.row}
      tabIndex={isStop ? 0 : -1}
      data-own={row.isOwn}
      onFocus={() => onFocus(row.intentId)}
      onClick={({ target }) => {
        // The link opens it by itself; and not at the end of marking a piece of text.
        const isOnLink = target instanceof Element && target.closest('a') !== null;
        if (!row.isOwn || isOnLink || getSelection()?.isCollapsed === false) return;
        navigate(`/log/${row.intentId}`);
      }}
    >
      <td className="mono text-12">
        <time dateTime={row.createdAt} title={times.full(row.createdAt)}>
          {times.short(row.createdAt)}
        </time>
      </td>
      <td title={row.desk}>
        {row.desk}
        {row.isOwn && <span className="muted">{` · ${say('team.log.own')}`}</span>}
      </td>
      <td className="mono text-12" title={row.orderId}>
        {row.isOwn ? (
          <Link href={`/log/${row.intentId}`} className="plain-link" tabIndex={-1}>
            <CutId id={row.orderId} />
          </Link>
        ) : (
          <CutId id={row.orderId} />
        )}
      </td>
      <td
        data-column="customer"
        {...(row.customer === null || isPrivate ? {} : { title: row.customer })}
      >
        {row.customer !== null && hide(row.customer)} <Shared row={row} />
      </td>
      <td className="medium" data-column="amount">
        {cents !== null && currency !== null && (
          <>
            {hide(Money.shown(cents, currency, language))} <span className="muted">{currency}</span>
          </>
        )}
      </td>
      <td>
        <span className="row wrap middle gap-4-12">
          <TeamOutcome row={row} />
          <Said row={row} words={words} onResolve={onResolve} />
        </span>
      </td>
    </tr>
  );
}

/** How much of it the desk shares, where it is not everything. */
function Shared({ row }: Pick<RowProps, 'row'>): ReactNode {
  const say = useSay();
  if (row.flow !== null) return null;
  const word = row.cents === null ? 'proof' : 'masked';
  return (
    <ToneBadge tone="calm" title={say(`team.log.${word}.title`)}>
      {say(`team.log.${word}`)}
    </ToneBadge>
  );
}
