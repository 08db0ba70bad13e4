import { type ReactNode, useId, useState } from 'react';

import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SelectBox, TextBox } from '../../ui/TextBox.tsx';
import type { Editing } from './editing.ts';

/** A knob has a name and one sentence that explains it. */
type Explained<Key> = Key extends `${infer Word}.hint`
  ? Word extends WordKey
    ? Word
    : never
  : never;
type KnobWord = Explained<WordKey>;

type Option<Value extends string> = { readonly value: Value; readonly label: string };

type ChoiceProps<Value extends string> = {
  readonly word: KnobWord;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
};

/** Few choices, all in sight. */
export function RowKnob<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const say = useSay();
  return (
    <Segments
      id={useId()}
      label={say(props.word)}
      hint={say(`${props.word}.hint`)}
      value={props.value}
      options={props.options}
      onChange={props.onChange}
    />
  );
}

/** Many choices, or long names. */
export function ChoiceKnob<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const say = useSay();
  return (
    <Field id={useId()} label={say(props.word)} hint={say(`${props.word}.hint`)}>
      {(control) => (
        <SelectBox
          {...control}
          value={props.value}
          onChange={(event) => {
            const chosen = props.options.find(({ value }) => value === event.currentTarget.value);
            if (chosen !== undefined) props.onChange(chosen.value);
          }}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}

type TextProps = {
  readonly word: KnobWord;
  readonly editing: Pick<Editing, 'faultAt' | 'showAll'>;
  /** Where it stands in the document; null: it cannot be wrong. */
  readonly path: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Names to choose from; others can be typed. */
  readonly offered?: readonly string[];
  readonly look?: 'plain' | 'mono';
};

export function TextKnob(props: TextProps): ReactNode {
  const say = useSay();
  const id = useId();
  const [left, setLeft] = useState(false);
  const { offered = [], look = 'mono', editing, path } = props;
  const shown = path !== null && (left || editing.showAll);
  return (
    <Field
      id={id}
      label={say(props.word)}
      hint={say(`${props.word}.hint`)}
      error={shown ? editing.faultAt(path) : null}
    >
      {(control) => (
        <>
          <TextBox
            {...control}
            look={look}
            value={props.value}
            placeholder={props.placeholder}
            {...(offered.length === 0 ? {} : { list: `${id}-list` })}
            onChange={(event) => props.onChange(event.currentTarget.value)}
            onBlur={() => setLeft(true)}
          />
          {offered.length > 0 && (
            <datalist id={`${id}-list`}>
              {offered.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type ListProps = Omit<TextProps, 'value' | 'onChange' | 'path'> & {
  readonly path: string;
  readonly items: readonly string[];
  readonly onChange: (items: readonly string[]) => void;
  /** How an item looks once it has been through the document: a status that is no number, for one. */
  readonly kept?: (item: string) => string;
};

/** Several values in one line, by commas. What was typed stays as typed while it means the same. */
export function ListKnob({ items, onChange, kept = asIs, ...rest }: ListProps): ReactNode {
  const [typed, setTyped] = useState(items.join(', '));
  const means = itemsOf(typed).map(kept).join('\n');
  const text = means === items.join('\n') ? typed : items.join(', ');
  return (
    <TextKnob
      {...rest}
      value={text}
      onChange={(next) => {
        setTyped(next);
        onChange(itemsOf(next));
      }}
    />
  );
}

const asIs = (item: string): string => item;

function itemsOf(text: string): readonly string[] {
  return text
    .split(/[,;\n]+/u)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
