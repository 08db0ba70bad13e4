import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';

import { type Say, useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import type { Column, OutcomeGroup } from '../model.ts';
import type { StepText } from '../overviewText.ts';
import styles from './Chart.module.css';
import { labelEvery, scaleOf } from './measure.ts';

type Props = {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly text: StepText;
};

/** More names than this beneath the columns touch each other in a narrow window. */
const MOST_NAMES = 12;

/** Stacked columns by outcome. One stop for Tab, arrows within; each column opens its requests. */
export function Columns({ label, columns, text }: Props): ReactNode {
  const say = useSay();
  const hintId = useId();
  const plot = useRef<HTMLUListElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const scale = scaleOf(Math.max(0, ...columns.map(({ count }) => count)));
  const filled = columns.flatMap(({ count }, at) => (count > 0 ? [at] : []));
  const stop = chosen !== null && filled.includes(chosen) ? chosen : (filled.at(-1) ?? null);
  const every = labelEvery(columns.length, MOST_NAMES);
  const shown = pointed === null ? null : (columns[pointed] ?? null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.code === 'Escape') setPointed(null);
    const next = stepTo(event.code, filled, stop);
    if (next === null) return;
    event.preventDefault();
    plot.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  return (
    <div className={styles.chart} onPointerLeave={() => setPointed(null)}>
      <ol className={styles.scale} aria-hidden="true">
        {(filled.length === 0 ? [0] : scale.ticks).map((tick) => (
          <li key={tick} style={{ insetBlockEnd: `${(tick / scale.top) * 100}%` }}>
            <span>{countText(tick)}</span>
          </li>
        ))}
      </ol>
      <p id={hintId} className="spoken">
        {say('overview.overTime.keys')}
      </p>
      <ul
        ref={plot}
        className={`${styles.columns} tall relative`}
        aria-label={label}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
      >
        {columns.map((column, at) => (
          <li
            key={column.from}
            className={`${styles.place} row bottom center narrow tall relative`}
            data-pointed={at === pointed}
            onPointerEnter={() => setPointed(at)}
          >
            {column.count > 0 && (
              <Link
                href={column.href}
                className={`${styles.column} row narrow tall grow`}
                data-at={at}
                tabIndex={at === stop ? 0 : -1}
                aria-label={nameOf(column, text, say)}
                onFocus={() => {
                  setChosen(at);
                  setPointed(at);
                }}
                onBlur={() => setPointed(null)}
              >
                {column.parts.map(({ key, count }) =>
                  count === 0 ? null : (
                    <span
                      key={key}
                      className={`${styles.fill} ${styles.columnPart}`}
                      data-group={key}
                      style={{ blockSize: `${(count / scale.top) * 100}%` }}
                    />
                  ),
                )}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <ol className={`${styles.names} text-12 muted`} aria-hidden="true">
        {columns.map((column, at) => (
          <li key={column.from} data-minor={(at / every) % 2 === 1}>
            {at % every === 0 && <span>{text.tick(column, at)}</span>}
          </li>
        ))}
      </ol>
      {shown !== null && pointed !== null && (
        <Tip column={shown} name={text.name(shown)} place={(pointed + 0.5) / columns.length} />
      )}
      {filled.length === 0 && (
        <p className={`${styles.none} muted`}>{say('overview.overTime.none')}</p>
      )}
    </div>
  );
}

/** The next column that has something, in the direction of a key. */
function stepTo(code: string, filled: readonly number[], from: number | null): number | null {
  const at = from === null ? -1 : filled.indexOf(from);
  switch (code) {
    case 'ArrowRight':
      return filled[at + 1] ?? null;
    case 'ArrowLeft':
      return filled[at - 1] ?? null;
    case 'Home':
      return filled[0] ?? null;
    case 'End':
      return filled.at(-1) ?? null;
    default:
      return null;
  }
}

function nameOf(column: Column, text: StepText, say: Say): string {
  const parts = column.parts.flatMap(({ key, count }) =>
    count === 0
      ? []
      : [
          say('overview.column.part', {
            outcome: say(`overview.outcome.${key}`),
            shown: countText(count),
          }),
        ],
  );
  return say('overview.column', {
    count: column.count,
    shown: countText(column.count),
    name: text.name(column),
    parts: parts.join(', '),
  });
}

type TipProps = {
  readonly column: Column;
  readonly name: string;
  /** Where along the chart the column stands, from 0 to 1. */
  readonly place: number;
};

/** Beside the column, on the side that has room. For the eye alone: the column's own name says the same. */
function Tip({ column, name, place }: TipProps): ReactNode {
  const say = useSay();
  const isAfter = place < 0.5;
  const along = `calc((100% - var(--gutter)) * ${isAfter ? place : 1 - place}`;
  return (
    <div
      className={`${styles.tip} text-13 framed-control round-8 on-panel`}
      aria-hidden="true"
      style={
        isAfter
          ? { insetInlineStart: `${along} + var(--gutter) + 20px)` }
          : { insetInlineEnd: `${along} + 20px)` }
      }
    >
      <p className="text-12 muted">{name}</p>
      <p className="bold">
        {say('overview.column.total', { count: column.count, shown: countText(column.count) })}
      </p>
      <ul className="above-4">
        {column.parts
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ key, count }) => (
            <li key={key} className="row middle gap-8 nowrap">
              <Swatch group={key} />
              <span>{say(`overview.outcome.${key}`)}</span>
              <span className={`${styles.tipCount} push bold`}>{countText(count)}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The fill of an outcome, beside its name. */
export function Swatch({ group }: { readonly group: OutcomeGroup }): ReactNode {
  return <span className={`${styles.fill} ${styles.swatch}`} data-group={group} />;
}
