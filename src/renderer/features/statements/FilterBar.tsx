import type { ReactNode } from 'react';

import { CURRENCIES } from '#shared/domain/currency.ts';
import {
  NO_STATEMENT_FILTER,
  type StatementComparison,
  type StatementFilter,
} from '#shared/domain/statementComparison.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { TextBox } from '../../ui/TextBox.tsx';
import styles from './Statements.module.css';
import { NARROWINGS, type Narrowing, narrowed, narrowingOf } from './statementText.ts';

type Props = {
  readonly comparison: StatementComparison;
  readonly filter: StatementFilter;
  readonly onFilter: (filter: StatementFilter) => void;
};

/** Narrows the lines of the chosen class. */
export function FilterBar({ comparison, filter, onFilter }: Props): ReactNode {
  const say = useSay();
  const narrowing = narrowingOf(filter);
  const isNarrowed = narrowing !== 'all' || filter.currency !== null || filter.text !== '';
  return (
    <div className="row wrap middle gap-8" role="group" aria-label={say('statement.filter')}>
      <div className={styles.search}>
        <TextBox
          role="searchbox"
          aria-label={say('statement.search')}
          placeholder={say('statement.search')}
          maxLength={255}
          value={filter.text}
          onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.code !== 'Escape') return;
            event.stopPropagation();
            if (filter.text === '') event.currentTarget.blur();
            else onFilter({ ...filter, text: '' });
          }}
        />
      </div>
      <select
        className="pill"
        aria-label={say('statement.narrow')}
        data-on={narrowing !== 'all'}
        value={narrowing}
        onChange={({ currentTarget }) =>
          onFilter(narrowed(filter, NARROWINGS[currentTarget.selectedIndex] ?? 'all'))
        }
      >
        {NARROWINGS.map((name) => (
          <option key={name} value={name}>
            {narrowingText(say(`statement.narrow.${name}`), countOf(comparison, name))}
          </option>
        ))}
      </select>
      <select
        className="pill"
        aria-label={say('statement.field.currency')}
        data-on={filter.currency !== null}
        value={filter.currency ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({
            ...filter,
            currency: currentTarget.value === '' ? null : currentTarget.value,
          })
        }
      >
        <option value="">{say('statement.currency.all')}</option>
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </select>
      {isNarrowed && (
        <button
          type="button"
          className="text-button text-13"
          onClick={() => onFilter({ ...NO_STATEMENT_FILTER, classes: filter.classes })}
        >
          {say('statement.filter.clear')}
        </button>
      )}
    </div>
  );
}

function narrowingText(word: string, count: number | null): string {
  return count === null ? word : `${word} · ${countText(count)}`;
}

/** Null: not counted, or only among the lines that are left. */
function countOf(comparison: StatementComparison, narrowing: Narrowing): number | null {
  const { settle, suggested, fresh, overdue, flagged } = comparison;
  switch (narrowing) {
    case 'suggested':
      return suggested;
    case 'fresh':
      return fresh;
    case 'overdue':
      return overdue;
    case 'found':
    case 'absent':
    case 'open':
      return settle[narrowing];
    case 'flagged':
      return flagged;
    case 'all':
      return null;
  }
}
