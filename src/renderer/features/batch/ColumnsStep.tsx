import type { ReactNode } from 'react';

import { type BatchField, type Mapping, amountUnitOf } from '#shared/domain/importing.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import {
  ColumnsActions,
  FieldMapping,
  ReadingFacts,
  UnitChoice,
} from '../../ui/importing/ColumnChoices.tsx';
import styles from '../../ui/importing/Importing.module.css';
import { fieldsOf, isRequired, withoutColumn } from './batchText.ts';
import { PreviewTable } from './PreviewTable.tsx';
import type { ImportDraft, Importing } from './useImport.ts';

type Props = { readonly draft: ImportDraft; readonly importing: Importing };

/** How the file was read, which column fills which field, and what the first rows become. */
export function ColumnsStep({ draft, importing }: Props): ReactNode {
  const say = useSay();
  const { reading, mapping, flow } = draft;
  const missing = fieldsOf(flow).filter(
    (field) => isRequired(flow, field) && mapping[field] === undefined,
  );
  const { amount } = mapping;
  const unit = amountUnitOf(amount, reading.headers);
  return (
    <>
      <ReadingFacts file={draft.file} reading={reading} onChoose={importing.readAgain}>
        {amount?.from === 'column' && (
          <UnitChoice
            unit={unit}
            onChange={(chosen) =>
              importing.map({ ...mapping, amount: { ...amount, unit: chosen } })
            }
          />
        )}
      </ReadingFacts>
      <div className={`${styles.mapping} panel pad-20`}>
        {fieldsOf(flow).map((field) => (
          <RequestField key={field} field={field} draft={draft} onMap={importing.map} />
        ))}
      </div>
      <PreviewTable draft={draft} />
      <ColumnsActions
        verb={say('batch.check', { count: reading.rows, shown: countText(reading.rows) })}
        missing={missing.map((field) => say(`batch.field.${field}`))}
        isUnitOpen={unit === null}
        importing={importing}
      />
    </>
  );
}

type FieldProps = {
  readonly field: BatchField;
  readonly draft: ImportDraft;
  readonly onMap: (mapping: Mapping) => void;
};

/** One field of a request. */
function RequestField({ field, draft, onMap }: FieldProps): ReactNode {
  const say = useSay();
  const { mapping, reading, flow } = draft;
  return (
    <FieldMapping
      id={`batch-map-${field}`}
      label={say(`batch.field.${field}`)}
      fact={isRequired(flow, field) ? say('batch.required') : null}
      none={say(`batch.none.${withoutColumn(field)}`)}
      headers={reading.headers}
      source={mapping[field]}
      onSource={(next) => {
        const { [field]: _, ...rest } = mapping;
        onMap(next === undefined ? rest : { ...rest, [field]: next });
      }}
    />
  );
}
