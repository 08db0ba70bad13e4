import type { ReactNode } from 'react';

import { STATEMENT_CLASSES, type StatementClass } from '#shared/domain/statement.ts';
import {
  NO_STATEMENT_FILTER,
  type StatementComparison,
  type StatementFilter,
} from '#shared/domain/statementComparison.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import styles from './Statements.module.css';
import { classTone } from './statementText.ts';

type Props = {
  readonly comparison: StatementComparison;
  readonly filter: StatementFilter;
  readonly onFilter: (filter: StatementFilter) => void;
};

/** How many lines each class has; pressing one opens them, pressing it again opens all. */
export function ClassCards({ comparison, filter, onFilter }: Props): ReactNode {
  const say = useSay();
  const { counts, fresh, overdue } = comparison;
  const shown = STATEMENT_CLASSES.filter((name) => counts[name] > 0 || !isRare(name));
  const [chosen = null] = filter.classes;
  return (
    <ul className={styles.cards} aria-label={say('statement.classes')}>
      {shown.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={`${styles.card} panel`}
            data-tone={counts[name] > 0 ? toneOf(name, overdue) : 'calm'}
            aria-pressed={name === chosen}
            onClick={() =>
              onFilter({ ...NO_STATEMENT_FILTER, classes: name === chosen ? [] : [name] })
            }
          >
            <span className={styles.number}>{countText(counts[name])}</span>
            <span className="text-13">{say(`statement.class.${name}`)}</span>
            {name === 'only_here' && counts.only_here > 0 && (
              <span className="text-12 muted">
                {[
                  ...(fresh > 0 ? [say('statement.fresh', { shown: countText(fresh) })] : []),
                  ...(overdue > 0 ? [say('statement.overdue', { shown: countText(overdue) })] : []),
                ].join(' · ')}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function toneOf(name: StatementClass, overdue: number): 'calm' | 'unknown' {
  if (name === 'only_here') return overdue > 0 ? 'unknown' : 'calm';
  return classTone(name) === 'unknown' ? 'unknown' : 'calm';
}

/** Shown only where a file has such rows. */
function isRare(name: StatementClass): boolean {
  return name === 'currency_differs' || name === 'unreadable' || name === 'not_compared';
}
