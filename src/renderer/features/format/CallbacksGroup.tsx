import type { ReactNode } from 'react';

import {
  CALLBACK_AMOUNT_UNITS,
  CALLBACK_FORMATS,
  type CallbackFormat,
} from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ChoiceKnob, ListKnob, RowKnob, TextKnob } from './Knobs.tsx';
import { SignatureKnobs } from './SignatureKnobs.tsx';

const KEYS = ['id', 'orderId', 'merchant', 'state', 'amount', 'currency'] as const;
const OVERS = ['raw-body', 'fields'] as const;
const SIGNED = ['none', 'signed'] as const;

type Recipe = NonNullable<CallbackFormat['signature']>;

export function CallbacksGroup({ editing }: { readonly editing: Editing }): ReactNode {
  const say = useSay();
  const { callback } = editing.dialect;
  const set = (changes: Partial<CallbackFormat>): void =>
    editing.set('callback', { ...callback, ...changes });
  return (
    <>
      <div className={styles.knobs}>
        <RowKnob
          word="knob.callback.format"
          value={callback.format}
          options={CALLBACK_FORMATS.map((value) => ({
            value,
            label: say(`knob.callback.format.${value}`),
          }))}
          onChange={(format) => set({ format })}
        />
        <TextKnob
          word="knob.callback.acknowledgement"
          editing={editing}
          path="callback.acknowledgement"
          value={callback.acknowledgement}
          onChange={(acknowledgement) => set({ acknowledgement })}
        />
      </div>
      <section className={styles.block} aria-labelledby="callback-keys-title">
        <h3 id="callback-keys-title" className={styles.subheading}>
          {say('knob.callback.keys')}
        </h3>
        <div className={styles.knobs} data-narrow="true">
          {KEYS.map((key) => (
            <TextKnob
              key={key}
              word={`knob.callback.key.${key}`}
              editing={editing}
              path={`callback.keys.${key}`}
              value={callback.keys[key] ?? ''}
              placeholder={say('knob.callback.recognised')}
              onChange={(text) =>
                set({ keys: { ...callback.keys, [key]: text === '' ? null : text } })
              }
            />
          ))}
        </div>
        <div className={styles.knobs}>
          <ChoiceKnob
            word="knob.callback.amountUnit"
            value={callback.amountUnit}
            options={CALLBACK_AMOUNT_UNITS.map((value) => ({
              value,
              label: say(`knob.callback.amountUnit.${value}`),
            }))}
            onChange={(amountUnit) => set({ amountUnit })}
          />
        </div>
      </section>
      <section className={styles.block} aria-labelledby="callback-signature-title">
        <h3 id="callback-signature-title" className={styles.subheading}>
          {say('knob.callback.signature')}
        </h3>
        <div className={styles.knobs}>
          <RowKnob
            word="knob.callback.signed"
            value={callback.signature === null ? 'none' : 'signed'}
            options={SIGNED.map((value) => ({
              value,
              label: say(`knob.callback.signed.${value}`),
            }))}
            onChange={(signed) =>
              set({ signature: signed === 'none' ? null : likeRequests(editing) })
            }
          />
        </div>
        {callback.signature !== null && (
          <RecipeKnobs
            recipe={callback.signature}
            editing={editing}
            onChange={(signature) => set({ signature })}
          />
        )}
      </section>
    </>
  );
}

/** Providers mostly sign callbacks as they want requests signed. */
function likeRequests({ dialect }: Editing): Recipe {
  return { ...dialect.signature, over: { kind: 'raw-body' } };
}

type RecipeProps = {
  readonly recipe: Recipe;
  readonly editing: Editing;
  readonly onChange: (recipe: Recipe) => void;
};

function RecipeKnobs({ recipe, editing, onChange }: RecipeProps): ReactNode {
  const say = useSay();
  const { over } = recipe;
  return (
    <>
      <div className={styles.knobs}>
        <RowKnob
          word="knob.callback.over"
          value={over.kind}
          options={OVERS.map((value) => ({ value, label: say(`knob.callback.over.${value}`) }))}
          onChange={(kind) =>
            onChange({
              ...recipe,
              over: kind === 'fields' ? { kind, fields: ['id'], separator: '::' } : { kind },
            })
          }
        />
        {over.kind === 'fields' && (
          <>
            <ListKnob
              word="knob.callback.fields"
              editing={editing}
              path="callback.signature.over.fields"
              items={over.fields}
              onChange={(fields) => onChange({ ...recipe, over: { ...over, fields } })}
            />
            <TextKnob
              word="knob.callback.separator"
              editing={editing}
              path="callback.signature.over.separator"
              value={over.separator}
              onChange={(separator) => onChange({ ...recipe, over: { ...over, separator } })}
            />
          </>
        )}
      </div>
      <SignatureKnobs
        value={recipe}
        path="callback.signature"
        editing={editing}
        onChange={(changes) => onChange({ ...recipe, ...changes })}
      />
    </>
  );
}
