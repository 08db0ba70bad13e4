import type { ReactNode } from 'react';

import type { Batch } from '#shared/domain/batch.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { useRowTimes } from '../../ui/hooks.ts';
import { ListRow, ListTable, RowLink } from '../../ui/ListTable.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { ToneBadge } from '../../ui/StateBadge.tsx';
import { batchHref, batchName, doneOf, toneOf } from './batchText.ts';
import { useBatches } from './queries.ts';

const COLUMNS = ['time', 'file', 'flow', 'profile', 'requests', 'state'] as const;

/** Earlier batches, newest first. */
export function BatchList(): ReactNode {
  const say = useSay();
  const batches = useBatches();
  if (batches.error !== null) return <QueryError of={batches} />;
  if (batches.data === undefined || batches.data.length === 0) return null;
  return (
    <section className="stack gap-8">
      <h2 className="text-14 bold">{say('batch.earlier')}</h2>
      <ListTable
        caption={say('batch.earlier')}
        columns={COLUMNS.map((key) => ({ key, label: say(`batch.column.${key}`) }))}
      >
        {batches.data.map((batch) => (
          <Row key={batch.batchId} batch={batch} />
        ))}
      </ListTable>
    </section>
  );
}

function Row({ batch }: { readonly batch: Batch }): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const path = batchHref(batch.batchId);
  return (
    <ListRow path={path} isOpened={false}>
      <td className="mono text-12">
        <RowLink path={path} isOpened={false} title={times.full(batch.createdAt)}>
          <time dateTime={batch.createdAt}>{times.short(batch.createdAt)}</time>
        </RowLink>
      </td>
      <td>{batchName(batch, say)}</td>
      <td>{say(`log.flow.${batch.flow}`)}</td>
      <td>{batch.profileName}</td>
      <td>
        {say('batch.progress.of', {
          done: countText(doneOf(batch)),
          total: countText(batch.rows),
        })}
      </td>
      <td>
        <ToneBadge tone={toneOf(batch)}>{say(`batch.state.${batch.state}`)}</ToneBadge>
      </td>
    </ListRow>
  );
}
