import { type ReactNode, useState } from 'react';

import {
  type BatchField,
  DECIMAL_MARKS,
  DELIMITERS,
  ENCODINGS,
  type Mapping,
} from '#shared/domain/importing.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { FIRST_FOCUS } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectBox, TextBox } from '../../ui/TextBox.tsx';
import styles from './Batch.module.css';
import { fieldsOf, isRequired } from './batchText.ts';
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
  return (
    <>
      <ReadingFacts draft={draft} importing={importing} />
      <div className={`${styles.mapping} panel pad-20`}>
        {fieldsOf(flow).map((field) => (
          <FieldMapping key={field} field={field} draft={draft} onMap={importing.map} />
        ))}
      </div>
      <PreviewTable draft={draft} />
      <div className={`${styles.actions} row wrap middle gap-8`}>
        <Button
          {...FIRST_FOCUS}
          loading={importing.isBusy}
          disabled={missing.length > 0}
          onClick={importing.checkAll}
        >
          {say('batch.check', { count: reading.rows, shown: countText(reading.rows) })}
        </Button>
        <Button variant="subtle" onClick={importing.close}>
          {say('batch.discard')}
        </Button>
        {missing.length > 0 && (
          <p className="muted">
            {say('batch.missing', {
              fields: missing.map((field) => say(`batch.field.${field}`)).join(', '),
            })}
          </p>
        )}
      </div>
    </>
  );
}

/** What was detected, each of which can be chosen otherwise. */
function ReadingFacts({ draft, importing }: Props): ReactNode {
  const say = useSay();
  const { reading, file } = draft;
  const { readAgain } = importing;
  return (
    <div className="row wrap middle gap-12">
      <p className="medium breakable">
        {file ?? say('batch.pasted')}
        <span className="muted">
          {' · '}
          {say('batch.rows', { count: reading.rows, shown: countText(reading.rows) })}
        </span>
      </p>
      {reading.encoding !== null && (
        <Choice
          label={say('batch.encoding')}
          value={reading.encoding}
          options={ENCODINGS.map((value) => ({ value, label: value }))}
          onChange={(encoding) => readAgain({ encoding })}
        />
      )}
      {reading.delimiter !== null && (
        <Choice
          label={say('batch.delimiter')}
          value={reading.delimiter}
          options={DELIMITERS.map((value) => ({
            value,
            label: value === '\t' ? say('batch.delimiter.tab') : value,
          }))}
          onChange={(delimiter) => readAgain({ delimiter })}
        />
      )}
      <Choice
        label={say('batch.decimalMark')}
        value={reading.decimalMark}
        options={DECIMAL_MARKS.map((value) => ({ value, label: `1500${value}50` }))}
        onChange={(decimalMark) => readAgain({ decimalMark })}
      />
      {reading.sheet !== null && reading.sheets.length > 1 && (
        <Choice
          label={say('batch.sheet')}
          value={reading.sheet}
          options={reading.sheets.map((value) => ({ value, label: value }))}
          onChange={(sheet) => readAgain({ sheet })}
        />
      )}
      <Choice
        label={say('batch.headerRow')}
        value={String(reading.headerRow)}
        options={[0, 1, 2, 3, 4, 5].map((row) => ({
          value: String(row),
          label: row === 0 ? say('batch.headerRow.none') : String(row),
        }))}
        onChange={(headerRow) => readAgain({ headerRow: Number(headerRow) })}
      />
      {reading.isRemembered && <p className="text-12 muted">{say('batch.remembered')}</p>}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Value>): ReactNode {
  return (
    <label className="row middle gap-6 text-13">
      <span className="muted">{label}</span>
      <select
        className="pill"
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

type FieldProps = {
  readonly field: BatchField;
  readonly draft: ImportDraft;
  readonly onMap: (mapping: Mapping) => void;
};

const NONE = 'none';
const CONSTANT = 'constant';

/** One field of a request: a column, the same text for all rows, or nothing. */
function FieldMapping({ field, draft, onMap }: FieldProps): ReactNode {
  const say = useSay();
  const { mapping, reading, flow } = draft;
  const source = mapping[field];
  const value =
    source === undefined ? NONE : source.from === 'constant' ? CONSTANT : String(source.column);
  const put = (next: Mapping[BatchField]): void => {
    const { [field]: _, ...rest } = mapping;
    onMap(next === undefined ? rest : { ...rest, [field]: next });
  };
  const choose = (chosen: string): void => {
    if (chosen === NONE) put(undefined);
    else if (chosen === CONSTANT) put({ from: 'constant', text: '' });
    else put({ from: 'column', column: Number(chosen) });
  };
  const label = say(`batch.field.${field}`);
  return (
    <div className="stack gap-6">
      <Field
        id={`batch-map-${field}`}
        label={label}
        fact={isRequired(flow, field) ? say('batch.required') : null}
      >
        {(control) => (
          <SelectBox
            {...control}
            value={value}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value={NONE}>
              {say(`batch.none.${field === 'order_id' ? 'order' : 'other'}`)}
            </option>
            <option value={CONSTANT}>{say('batch.constant')}</option>
            {reading.headers.map((header, column) => (
              <option key={column} value={column}>
                {header}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
      {source?.from === 'constant' && (
        <ConstantBox
          label={say('batch.constant.of', { field: label })}
          text={source.text}
          onText={(text) => put({ from: 'constant', text })}
        />
      )}
    </div>
  );
}

type ConstantProps = {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
};

/** Holds what is typed itself: the draft is drawn a moment later, and would take back a letter that was typed meanwhile. */
function ConstantBox({ label, text, onText }: ConstantProps): ReactNode {
  const [typed, setTyped] = useState(text);
  return (
    <TextBox
      aria-label={label}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onText(value);
      }}
    />
  );
}
