import type { ReactNode } from 'react';

import { PREVIEW_ROWS } from '#shared/domain/importing.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ListTable } from '../ListTable.tsx';

type Props<Row, Field> = {
  readonly note?: string;
  readonly rows: readonly Row[];
  /** Only those that have a column or a constant. */
  readonly fields: readonly { readonly name: Field; readonly label: string }[];
  readonly className: string | undefined;
  readonly cellOf: (row: Row, field: Field) => ReactNode;
};

/** The first rows as they will be read. */
export function PreviewList<Row extends { readonly row: number }, Field extends string>(
  props: Props<Row, Field>,
): ReactNode {
  const { note, rows, fields, className, cellOf } = props;
  const say = useSay();
  const title = say('batch.preview', { count: PREVIEW_ROWS });
  return (
    <section className="stack gap-8">
      <div className="row wrap baseline gap-8">
        <h2 className="text-14 bold">{title}</h2>
        {note !== undefined && <p className="text-13 muted">{note}</p>}
      </div>
      <ListTable
        caption={title}
        columns={[
          { key: 'row', label: say('batch.column.row') },
          ...fields.map(({ name, label }) => ({ key: name, label })),
        ]}
        className={className}
      >
        {rows.map((row) => (
          <tr key={row.row}>
            <td data-column="row" className="mono text-12 muted">
              {row.row}
            </td>
            {fields.map(({ name }) => cellOf(row, name))}
          </tr>
        ))}
      </ListTable>
    </section>
  );
}
