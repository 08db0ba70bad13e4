import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import {
  NO_STATEMENT_FILTER,
  type StatementComparison,
  type StatementFilter,
} from '#shared/domain/statementComparison.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { MOST_AT_ONCE, useDecide, useEveryLine } from './queries.ts';
import styles from './Statements.module.css';
import { NARROWINGS, type Narrowing, narrowed, narrowingOf } from './statementText.ts';

type Props = {
  readonly comparison: StatementComparison;
  readonly filter: StatementFilter;
  /** How many lines it leaves. */
  readonly total: number;
  readonly onFilter: (filter: StatementFilter) => void;
};

/** Narrows the lines of the chosen class, and marks all that are left. */
export function FilterBar({ comparison, filter, total, onFilter }: Props): ReactNode {
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
      <MarkAll comparison={comparison} filter={filter} total={total} />
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

type Mark = { readonly flagged: true } | { readonly text: string };

/** Flags or notes every line that the filter leaves. Not offered for all lines at once, nor for more than one decision holds. */
function MarkAll({ comparison, filter, total }: Omit<Props, 'onFilter'>): ReactNode {
  const say = useSay();
  const { statementId } = comparison;
  const [note, setNote] = useState<string | null>(null);
  const decide = useDecide();
  const readAll = useEveryLine(statementId);
  const mark = useMutation({
    mutationFn: async (wanted: Mark) => {
      const { rows, intentIds: found } = await readAll(filter);
      const intentIds = found.map((intentId) => intentIdSchema.parse(intentId));
      const action =
        'text' in wanted
          ? ({ kind: 'note', rows, intentIds, text: wanted.text } as const)
          : ({ kind: 'flag', rows, intentIds, flagged: true } as const);
      return decide.mutateAsync({ statementId, action });
    },
    onSuccess: () => setNote(null),
  });
  const isWhole = filter.classes.length === 0 && narrowingOf(filter) === 'all';
  if (isWhole || total === 0) return null;
  if (total > MOST_AT_ONCE) {
    return <p className="text-12 muted">{say('statement.tooMany', { count: MOST_AT_ONCE })}</p>;
  }
  const values = { count: total, shown: countText(total) };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={mark.isPending}
        onClick={() => mark.mutate({ flagged: true })}
      >
        {say('statement.flagAll', values)}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-expanded={note !== null}
        onClick={() => setNote(note === null ? '' : null)}
      >
        {say('statement.noteAll', values)}
      </Button>
      {note !== null && (
        <form
          className="row middle gap-8"
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim() !== '') mark.mutate({ text: note });
          }}
        >
          <TextBox
            aria-label={say('statement.note')}
            placeholder={say('statement.note')}
            maxLength={2000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Button size="xs" type="submit" disabled={note.trim() === ''} loading={mark.isPending}>
            {say('statement.note.save')}
          </Button>
        </form>
      )}
      {mark.data !== undefined && (
        <p className="text-12 muted" role="status">
          {say('statement.marked', {
            count: mark.data.decided,
            shown: countText(mark.data.decided),
          })}
        </p>
      )}
      <ActionError error={mark.error} />
    </>
  );
}
