import { type ReactNode, useState } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { CheckBox, Field } from '../Field.tsx';
import { Notice } from '../Notice.tsx';
import { Segments } from '../Segments.tsx';
import { SelectBox, TextBox } from '../TextBox.tsx';
import { type FieldSpec, type FormState, textOf, told, valueAt } from './fields.ts';
import styles from './Form.module.css';

/** How fields stand beside each other; every layout is one column where the page is narrow. */
type Layout = 'stack' | 'column' | 'row' | 'pair' | 'triple' | 'ends' | 'wide' | 'narrow' | 'slim';

type Props<Doc> = Omit<FieldProps<Doc>, 'spec'> & {
  readonly of: readonly FieldSpec<Doc>[];
  readonly layout?: Layout;
};

/** Draws the controls that a form describes, in their order. */
export function Fields<Doc>({ of, layout = 'stack', ...props }: Props<Doc>): ReactNode {
  return (
    <div className={`${styles.fields} stack top narrow gap-16`} data-layout={layout}>
      {of
        .filter(({ when }) => when === undefined || when(props.form.doc))
        .map((spec) => (
          <div
            key={spec.path}
            className={spec.wide === true ? styles.whole : undefined}
            {...(spec.place === undefined ? {} : { 'data-knob': spec.place })}
          >
            <FormField {...props} spec={spec} />
          </div>
        ))}
    </div>
  );
}

type FieldProps<Doc> = {
  readonly form: FormState<Doc>;
  readonly spec: FieldSpec<Doc>;
  /** At the label's right end. */
  readonly fact?: ReactNode;
  readonly autoFocus?: boolean;
};

/** One control by its description; on its own where the form has something to add to it. */
export function FormField<Doc>(props: FieldProps<Doc>): ReactNode {
  const { form, spec } = props;
  const say = useSay();
  const { path, options = [] } = spec;
  const words = {
    label: told(spec.label, say, form.doc),
    hint: spec.hint === undefined ? null : told(spec.hint, say, form.doc),
    error: form.errorAt(path),
    warning: form.warningAt?.(path) ?? null,
  };
  const value = spec.read?.(form.doc) ?? valueAt(form.doc, path);
  const put = (text: string): void => form.set(...(spec.write?.(text, form.doc) ?? [path, text]));
  const labelOf = (option: string): string => spec.optionLabel?.(option, say) ?? option;
  if (spec.kind === 'note') return <Notice tone="calm">{words.label}</Notice>;
  if (spec.kind === 'check') {
    return (
      <CheckBox
        label={words.label}
        checked={value === true}
        onChange={(checked) => form.set(path, checked)}
      />
    );
  }
  if (spec.kind === 'row') {
    return (
      <Segments
        id={form.idOf(path)}
        {...words}
        value={textOf(value)}
        options={options.map((option) => ({ value: option, label: labelOf(option) }))}
        onChange={put}
      />
    );
  }
  return (
    <Field id={form.idOf(path)} {...words} fact={props.fact ?? null}>
      {(control) =>
        spec.kind === 'choice' ? (
          <SelectBox
            {...control}
            value={textOf(value)}
            onChange={(event) => put(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option} value={option}>
                {labelOf(option)}
              </option>
            ))}
          </SelectBox>
        ) : (
          <TypedText {...props} value={value} control={control} onText={put} />
        )
      }
    </Field>
  );
}

type TypedProps<Doc> = FieldProps<Doc> & {
  readonly value: unknown;
  readonly control: { readonly id: string };
  readonly onText: (text: string) => void;
};

/** What was typed stays as it was typed for as long as it means the value in the document. */
function TypedText<Doc>({ form, spec, value, control, ...props }: TypedProps<Doc>): ReactNode {
  const say = useSay();
  const { codec, path } = spec;
  const [typed, setTyped] = useState(() => codec?.print(value) ?? '');
  const isSame =
    codec !== undefined && JSON.stringify(codec.parse(typed)) === JSON.stringify(value);
  const text = codec === undefined ? textOf(value) : isSame ? typed : codec.print(value);
  const offered = spec.offered?.(form.doc) ?? [];
  const listId = `${control.id}-offered`;
  return (
    <>
      <TextBox
        {...control}
        look={spec.look ?? 'plain'}
        suffix={spec.suffix === undefined ? null : told(spec.suffix, say, form.doc)}
        inputMode={spec.inputMode ?? 'text'}
        aria-required={spec.required === true}
        autoFocus={props.autoFocus === true}
        {...(spec.placeholder === undefined
          ? {}
          : { placeholder: told(spec.placeholder, say, form.doc) })}
        {...(spec.maxLength === undefined ? {} : { maxLength: spec.maxLength })}
        {...(spec.offered === undefined ? {} : { list: listId })}
        value={text}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (codec === undefined) props.onText(currentTarget.value);
          else form.set(path, codec.parse(currentTarget.value));
        }}
        onBlur={() => form.leave?.(path)}
      />
      {spec.offered !== undefined && (
        <datalist id={listId}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
