import type { ReactNode } from 'react';

import {
  CALLBACK_AMOUNT_UNITS,
  CALLBACK_FORMATS,
  CALLBACK_SECRETS,
  type CallbackFormat,
} from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import { CheckBox } from '../../ui/CheckBox.tsx';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ChoiceKnob, ListKnob, RowKnob, TextKnob } from './Knobs.tsx';
import { SignatureKnobs } from './SignatureKnobs.tsx';

const KEYS = ['id', 'orderId', 'merchant', 'state', 'amount', 'currency'] as const;
type Key = keyof CallbackFormat['keys'];
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
            <KeyKnob key={key} name={key} editing={editing} />
          ))}
          <KeyKnob name="time" editing={editing} />
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

/** A key's name, or that it is not read. The time has no usual name: without one it is not read anyway. */
function KeyKnob({ name, editing }: { readonly name: Key; readonly editing: Editing }): ReactNode {
  const say = useSay();
  const { callback } = editing.dialect;
  const value = callback.keys[name];
  const isOff = value === false || (name === 'time' && value === null);
  const set = (key: CallbackFormat['keys'][Key]): void =>
    editing.set('callback', { ...callback, keys: { ...callback.keys, [name]: key } });
  return (
    <div className={styles.key}>
      <TextKnob
        word={`knob.callback.key.${name}`}
        editing={editing}
        path={`callback.keys.${name}`}
        value={value === false ? '' : (value ?? '')}
        placeholder={say(isOff ? 'knob.callback.notRead' : 'knob.callback.recognised')}
        onChange={(text) => set(text === '' ? null : text)}
      />
      {name !== 'time' && (
        <CheckBox
          label={say('knob.callback.off')}
          describes={say(`knob.callback.key.${name}`)}
          checked={value === false}
          onChange={(off) => set(off ? false : null)}
        />
      )}
    </div>
  );
}

/** Providers mostly sign callbacks as they want requests signed. */
function likeRequests({ dialect }: Editing): Recipe {
  return { ...dialect.signature, secret: 'shared', over: { kind: 'raw-body' } };
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
        <RowKnob
          word="knob.callback.secret"
          value={recipe.secret}
          options={CALLBACK_SECRETS.map((value) => ({
            value,
            label: say(`knob.callback.secret.${value}`),
          }))}
          onChange={(secret) => onChange({ ...recipe, secret })}
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
