import type { MouseEvent, ReactNode } from 'react';

import { useSay } from '../i18n/i18n.ts';
import { countText } from '../text/numbers.ts';
import { Button } from './Button.tsx';

/** Rows of a table that are in the page at once, however many there are. */
export const PAGE_ROWS = 100;
/** Of such a page: drawn all at once it holds up the window. */
export const ROWS_IN_A_FRAME = 25;

/** The first row of the last page, or of this one where rows have gone since it was opened. */
export function pageAt(from: number, total: number): number {
  return Math.min(from, lastPage(total));
}

function lastPage(total: number): number {
  return Math.max(0, Math.ceil(total / PAGE_ROWS) - 1) * PAGE_ROWS;
}

type Props = {
  readonly from: number;
  readonly total: number;
  readonly onFrom: (from: number) => void;
};

/** Below a table, inside its section. Nothing where one page holds all rows. */
export function Pager({ from, total, onFrom }: Props): ReactNode {
  const say = useSay();
  if (total <= PAGE_ROWS) return null;
  const last = lastPage(total);
  const ways = [
    { key: 'first', to: 0, isOff: from === 0 },
    { key: 'before', to: from - PAGE_ROWS, isOff: from === 0 },
    { key: 'next', to: from + PAGE_ROWS, isOff: from >= last },
    { key: 'last', to: last, isOff: from >= last },
  ] as const;
  const go = (event: MouseEvent, to: number): void => {
    // The button stays under the keyboard; the eye goes on at the top of the table.
    event.currentTarget.closest('section')?.scrollIntoView({ block: 'start' });
    onFrom(to);
  };
  return (
    <nav className="row wrap middle gap-8" aria-label={say('batch.pages')}>
      {ways.map(({ key, to, isOff }) => (
        <Button
          key={key}
          size="xs"
          variant="default"
          disabled={isOff}
          onClick={(event) => go(event, to)}
        >
          {say(`batch.page.${key}`)}
        </Button>
      ))}
      <p className="text-13 muted" role="status">
        {say('batch.page', {
          from: countText(from + 1),
          to: countText(Math.min(from + PAGE_ROWS, total)),
          total: countText(total),
        })}
      </p>
    </nav>
  );
}
