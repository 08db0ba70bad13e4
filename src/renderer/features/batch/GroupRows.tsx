import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import type {
  BatchField,
  CheckedRow,
  ImportCheck,
  Mapping,
  ProblemGroup,
} from '#shared/domain/importing.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { requestHref } from '../../client/requests.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import styles from './Batch.module.css';
import { batchHref, problemText } from './batchText.ts';
import { useInSteps } from '../../ui/hooks.ts';
import { Pager, ROWS_IN_A_FRAME, pageAt } from '../../ui/Pager.tsx';
import { useImportRows } from './queries.ts';
import type { ImportDraft, Importing } from './useImport.ts';

type GroupProps = {
  readonly group: ProblemGroup;
  readonly draft: ImportDraft;
  readonly check: ImportCheck;
  readonly importing: Importing;
};

/** The rows of one problem, each with the cell that it is in. */
export function GroupRows({ group, draft, check, importing }: GroupProps): ReactNode {
  const say = useSay();
  const [from, setFrom] = useState(0);
  const at = pageAt(from, group.rows);
  const rows = useImportRows(draft.importId, group.key, check, at);
  const page = rows.data?.rows ?? [];
  const drawn = useInSteps(at, page.length, ROWS_IN_A_FRAME);
  const { key } = group;
  return (
    <section className="stack gap-12 narrow">
      <div className={`${styles.force} row wrap middle gap-8`}>
        <p className="medium">{say(`batch.force.${group.force}`)}</p>
        {group.force === 'confirm' && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              importing.change({ kind: 'accept', group: key, accepted: !group.isAccepted })
            }
          >
            {say(group.isAccepted ? 'batch.accept.undo' : 'batch.accept', {
              count: group.rows,
              shown: countText(group.rows),
            })}
          </Button>
        )}
        {group.force !== 'tell' && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              importing.change({
                kind: 'leaveOut',
                rows: { group: key },
                reason: say(`batch.problem.${group.code}`, { limit: '' }),
              })
            }
          >
            {say('batch.leaveOut', { count: group.rows, shown: countText(group.rows) })}
          </Button>
        )}
      </div>
      <QueryError of={rows} />
      <ListTable
        caption={say(`batch.problem.${group.code}`, { limit: '' })}
        columns={[
          { key: 'row', label: say('batch.column.row') },
          ...(group.field === null
            ? []
            : [{ key: 'cell', label: say(`batch.field.${group.field}`) }]),
          { key: 'problem', label: say('batch.column.problem') },
          ...(group.field === 'customer'
            ? []
            : [{ key: 'customer', label: say('batch.field.customer') }]),
        ]}
        className={styles.rows}
      >
        {page.slice(0, drawn).map((row) => (
          <ProblemRow key={row.row} row={row} group={group} draft={draft} importing={importing} />
        ))}
      </ListTable>
      <Pager from={at} total={group.rows} onFrom={setFrom} />
    </section>
  );
}

type RowProps = {
  readonly row: CheckedRow;
  readonly group: ProblemGroup;
  readonly draft: ImportDraft;
  readonly importing: Importing;
};

function ProblemRow({ row, group, draft, importing }: RowProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const problem = row.problems.find(
    ({ code, field }) => code === group.code && field === group.field,
  );
  return (
    <tr>
      <td data-column="row" className="mono text-12 muted">
        {row.row}
      </td>
      {group.field !== null && (
        <td>
          <CellBox
            row={row}
            field={group.field}
            mapping={draft.mapping}
            onCorrect={importing.change}
          />
        </td>
      )}
      <td>
        {problem !== undefined && problemText(problem, row, language, say)}
        {problem?.otherIntentId !== undefined && (
          <>
            {' '}
            <Link href={requestHref(problem.otherIntentId)}>{say('batch.openRequest')}</Link>
          </>
        )}
        {problem?.otherBatchId !== undefined && (
          <>
            {' '}
            <Link href={batchHref(problem.otherBatchId)}>{say('batch.same.open')}</Link>
          </>
        )}
      </td>
      {group.field !== 'customer' && <td>{hide(row.fields.customer ?? '')}</td>}
    </tr>
  );
}

type CellProps = {
  readonly row: CheckedRow;
  readonly field: BatchField;
  readonly mapping: Mapping;
  readonly onCorrect: Importing['change'];
};

/** The cell that the problem is in. Enter corrects it and goes to the next one; a constant is changed in the mapping. */
function CellBox({ row, field, mapping, onCorrect }: CellProps): ReactNode {
  const say = useSay();
  const source = mapping[field];
  const column = source?.from === 'column' ? source.column : null;
  const inForce =
    column === null ? '' : (row.corrections[String(column)] ?? row.cells[column] ?? '');
  const [text, setText] = useState(inForce);
  if (column === null) return <span>{row.fields[field] ?? ''}</span>;
  const correct = (): void => {
    if (text !== inForce) onCorrect({ kind: 'correct', row: row.row, column, text });
  };
  return (
    <TextBox
      look="mono"
      aria-label={say('batch.cell', { field: say(`batch.field.${field}`), row: row.row })}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={correct}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        nextBox(event.currentTarget)?.focus();
        correct();
      }}
    />
  );
}

function nextBox(box: HTMLElement): HTMLElement | null {
  const row = box.closest('tr');
  return row?.nextElementSibling?.querySelector<HTMLElement>('input') ?? null;
}
