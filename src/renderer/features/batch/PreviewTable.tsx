import type { ReactNode } from 'react';

import type { BatchField, CheckedRow } from '#shared/domain/importing.ts';
import { Money } from '#shared/domain/money.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { PreviewList } from '../../ui/importing/PreviewList.tsx';
import styles from './Batch.module.css';
import { fieldsOf, problemText } from './batchText.ts';
import { useImportPreview } from './queries.ts';
import type { ImportDraft } from './useImport.ts';

/** The first rows as they will be read; what is wrong in them stands beneath its value. */
export function PreviewTable({ draft }: { readonly draft: ImportDraft }): ReactNode {
  const say = useSay();
  const { importId, mapping, flow } = draft;
  const preview = useImportPreview(importId, mapping);
  const fields = fieldsOf(flow).filter((field) => mapping[field] !== undefined);
  if (preview.data === undefined || fields.length === 0) return null;
  return (
    <PreviewList
      note={say('batch.preview.note')}
      rows={preview.data}
      fields={fields.map((name) => ({ name, label: say(`batch.field.${name}`) }))}
      className={styles.preview}
      cellOf={(row, field) => <PreviewCell key={field} row={row} field={field} />}
    />
  );
}

function PreviewCell({
  row,
  field,
}: {
  readonly row: CheckedRow;
  readonly field: BatchField;
}): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const problem = row.problems.find((one) => one.field === field);
  const text = row.fields[field] ?? '';
  // `15,000` is fifteen or fifteen thousand: the operator sees which one was read.
  const cents = field === 'amount' ? row.cents : null;
  const shown = cents === null ? text : Money.shown(cents, row.fields.currency ?? null, language);
  return (
    <td data-column={field === 'amount' ? 'amount' : undefined} title={hide(text)}>
      {hide(shown)}
      {problem !== undefined && (
        <span className={styles.problem} data-force={problem.force}>
          {problemText(problem, row, language, say)}
        </span>
      )}
    </td>
  );
}
