import { type ReactNode, useState } from 'react';
import type { z } from 'zod';

import {
  AMOUNT_UNITS,
  DECIMAL_MARKS,
  DELIMITERS,
  ENCODINGS,
  type ImportChoices,
  type ImportReading,
  type fieldSourceSchema,
} from '#shared/domain/importing.ts';
import type { AmountUnit } from '#shared/domain/money.ts';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../Button.tsx';
import { FIRST_FOCUS } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { SelectBox, TextBox } from '../TextBox.tsx';
import styles from './Importing.module.css';

export type FieldSource = z.infer<typeof fieldSourceSchema>;

type Reading = Omit<ImportReading, 'mapping'>;

type FactsProps = {
  /** Null: pasted rows. */
  readonly file: string | null;
  readonly reading: Reading;
  readonly onChoose: (choices: Partial<ImportChoices>) => void;
  /** Choices of a screen's own. */
  readonly children?: ReactNode;
};

/** What was detected, each of which can be chosen otherwise. */
export function ReadingFacts({ file, reading, onChoose, children }: FactsProps): ReactNode {
  const say = useSay();
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
          onChange={(encoding) => onChoose({ encoding })}
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
          onChange={(delimiter) => onChoose({ delimiter })}
        />
      )}
      <Choice
        label={say('batch.decimalMark')}
        value={reading.decimalMark}
        options={DECIMAL_MARKS.map((value) => ({ value, label: `1500${value}50` }))}
        onChange={(decimalMark) => onChoose({ decimalMark })}
      />
      {reading.sheet !== null && reading.sheets.length > 1 && (
        <Choice
          label={say('batch.sheet')}
          value={reading.sheet}
          options={reading.sheets.map((value) => ({ value, label: value }))}
          onChange={(sheet) => onChoose({ sheet })}
        />
      )}
      <Choice
        label={say('batch.headerRow')}
        value={String(reading.headerRow)}
        options={[0, 1, 2, 3, 4, 5].map((row) => ({
          value: String(row),
          label: row === 0 ? say('batch.headerRow.none') : String(row),
        }))}
        onChange={(headerRow) => onChoose({ headerRow: Number(headerRow) })}
      />
      {children}
      {reading.isRemembered && <p className="text-12 muted">{say('batch.remembered')}</p>}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** Whether it takes the keyboard when its step opens. */
  readonly isFirst?: boolean;
};

/** A small list of the screen's bar, with its name before it. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  isFirst = false,
}: ChoiceProps<Value>): ReactNode {
  return (
    <label className="row middle gap-6 text-13">
      <span className="muted">{label}</span>
      <select
        className="pill"
        {...(isFirst ? FIRST_FOCUS : {})}
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

type UnitProps = {
  /** Null: it has to be chosen. */
  readonly unit: AmountUnit | null;
  readonly onChange: (unit: AmountUnit) => void;
};

export function UnitChoice({ unit, onChange }: UnitProps): ReactNode {
  const say = useSay();
  const units = AMOUNT_UNITS.map((value) => ({ value, label: say(`batch.unit.${value}`) }));
  return (
    <Choice
      label={say('batch.unit')}
      value={unit ?? 'none'}
      isFirst={unit === null}
      options={unit === null ? [{ value: 'none', label: say('batch.unit.none') }, ...units] : units}
      onChange={(chosen) => {
        if (chosen !== 'none') onChange(chosen);
      }}
    />
  );
}

type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly fact?: string | null;
  /** What no column and no constant means. */
  readonly none: string;
  readonly headers: readonly string[];
  readonly source: FieldSource | undefined;
  readonly onSource: (source: FieldSource | undefined) => void;
};

const NONE = 'none';
const CONSTANT = 'constant';

/** One field: a column, the same text for all rows, or nothing. */
export function FieldMapping(props: FieldProps): ReactNode {
  const { id, label, fact = null, none, headers, source, onSource } = props;
  const say = useSay();
  const value =
    source === undefined ? NONE : source.from === 'constant' ? CONSTANT : String(source.column);
  const choose = (chosen: string): void => {
    if (chosen === NONE) onSource(undefined);
    else if (chosen === CONSTANT) onSource({ from: 'constant', text: '' });
    else onSource({ from: 'column', column: Number(chosen) });
  };
  return (
    <div className="stack gap-6">
      <Field id={id} label={label} fact={fact}>
        {(control) => (
          <SelectBox
            {...control}
            value={value}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value={NONE}>{none}</option>
            <option value={CONSTANT}>{say('batch.constant')}</option>
            {headers.map((header, column) => (
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
          onText={(text) => onSource({ from: 'constant', text })}
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

type ActionsProps = {
  /** What the button does with the rows. */
  readonly verb: string;
  /** The names of fields without which it cannot be done. */
  readonly missing: readonly string[];
  /** The header names minor units, and the unit is not chosen yet. */
  readonly isUnitOpen?: boolean;
  readonly importing: {
    readonly isBusy: boolean;
    readonly checkAll: () => void;
    readonly close: () => void;
  };
};

/** Below the columns: on to the rows, or away with the file. */
export function ColumnsActions(props: ActionsProps): ReactNode {
  const { verb, missing, isUnitOpen = false, importing } = props;
  const say = useSay();
  return (
    <div className={`${styles.actions} row wrap middle gap-8`}>
      <Button
        {...FIRST_FOCUS}
        loading={importing.isBusy}
        disabled={missing.length > 0 || isUnitOpen}
        onClick={importing.checkAll}
      >
        {verb}
      </Button>
      <Button variant="subtle" onClick={importing.close}>
        {say('batch.discard')}
      </Button>
      {missing.length > 0 && (
        <p className="muted">{say('batch.missing', { fields: missing.join(', ') })}</p>
      )}
      {isUnitOpen && <p className="muted">{say('batch.unit.missing')}</p>}
    </div>
  );
}
