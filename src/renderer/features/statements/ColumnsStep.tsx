import type { ReactNode } from 'react';

import {
  STATEMENT_FIELDS,
  type StatementField,
  type StatementMapping,
  type StatementRow,
} from '#shared/domain/statement.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { type Language, useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { dayTimeText } from '../../text/time.ts';
import {
  ColumnsActions,
  FieldMapping,
  type FieldSource,
  ReadingFacts,
  UnitChoice,
} from '../../ui/importing/ColumnChoices.tsx';
import shared from '../../ui/importing/Importing.module.css';
import { PreviewList } from '../../ui/importing/PreviewList.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { useStatementPreview } from './queries.ts';
import styles from './Statements.module.css';
import { centsText } from './statementText.ts';
import type { StatementDraft, StatementImport } from './useStatementImport.ts';
import { ZoneChoice } from './ZoneChoice.tsx';

type Props = { readonly draft: StatementDraft; readonly importing: StatementImport };

/** Without an id no row can be matched for certain, without an amount and a currency none can be compared. */
function missingIn({ fields }: StatementMapping): readonly StatementField[] {
  const needed: readonly StatementField[] = ['amount', 'currency'];
  const hasId = fields.remote_id !== undefined || fields.order_id !== undefined;
  return [
    ...(hasId ? [] : (['order_id'] as const)),
    ...needed.filter((field) => fields[field] === undefined),
  ];
}

/** Which column says what, and what the first rows become. */
export function ColumnsStep({ draft, importing }: Props): ReactNode {
  const say = useSay();
  const { file, reading, mapping, timeZone } = draft;
  const missing = missingIn(mapping);
  const put = (field: StatementField, source: FieldSource | undefined): void => {
    const { [field]: _, ...rest } = mapping.fields;
    const fields = source === undefined ? rest : { ...rest, [field]: source };
    importing.map({ ...mapping, fields });
  };
  return (
    <>
      <ReadingFacts file={file} reading={reading} onChoose={importing.readAgain}>
        <UnitChoice unit={mapping.unit} onChange={(unit) => importing.map({ ...mapping, unit })} />
        <ZoneChoice timeZone={timeZone} onChange={importing.setZone} />
      </ReadingFacts>
      <div className={`${shared.mapping} panel pad-20`}>
        {STATEMENT_FIELDS.map((field) => (
          <FieldMapping
            key={field}
            id={`statement-map-${field}`}
            label={say(`statement.field.${field}`)}
            fact={missing.includes(field) ? say('batch.required') : null}
            none={say('statement.none')}
            headers={reading.headers}
            source={mapping.fields[field]}
            onSource={(source) => put(field, source)}
          />
        ))}
      </div>
      <Preview draft={draft} />
      <ColumnsActions
        verb={say('statement.read', { count: reading.rows, shown: countText(reading.rows) })}
        missing={missing.map((field) => say(`statement.field.${field}`))}
        importing={importing}
      />
    </>
  );
}

function Preview({ draft }: Pick<Props, 'draft'>): ReactNode {
  const say = useSay();
  const { importId, mapping, timeZone } = draft;
  const preview = useStatementPreview(importId, mapping, timeZone);
  const fields = STATEMENT_FIELDS.filter((field) => mapping.fields[field] !== undefined);
  if (preview.error !== null) return <QueryError of={preview} />;
  if (preview.data === undefined || fields.length === 0) return null;
  return (
    <PreviewList
      rows={preview.data}
      fields={fields.map((name) => ({ name, label: say(`statement.field.${name}`) }))}
      className={styles.preview}
      cellOf={(row, field) => <PreviewCell key={field} row={row} field={field} />}
    />
  );
}

type CellProps = { readonly row: StatementRow; readonly field: StatementField };

function PreviewCell({ row, field }: CellProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const problem = row.problems.find((one) => one.field === field);
  const text = hide(valueOf(row, field, language));
  return (
    <td data-column={field} title={text}>
      {text}
      {row.kind !== 'deposit' && field === 'amount' && (
        <span className={styles.problem}>{say(`statement.kind.${row.kind}`)}</span>
      )}
      {problem !== undefined && row.kind === 'deposit' && (
        <span className={styles.problem} data-tone="unknown">
          {say(`statement.problem.${problem.code}`)}
        </span>
      )}
    </td>
  );
}

/** `15,000` is fifteen or fifteen thousand: the supervisor sees which one was read. */
function valueOf(row: StatementRow, field: StatementField, language: Language): string {
  const { currency } = row;
  switch (field) {
    case 'amount':
      return centsText(row.cents, currency, language);
    case 'paid_amount':
      return centsText(row.paidCents, currency, language);
    case 'fee':
      return centsText(row.feeCents, currency, language);
    case 'time':
      return row.at === null ? '' : dayTimeText(row.at, language);
    case 'remote_id':
      return row.remoteId ?? '';
    case 'order_id':
      return row.orderId ?? '';
    case 'currency':
    case 'state':
    case 'customer':
      return row[field] ?? '';
  }
}
