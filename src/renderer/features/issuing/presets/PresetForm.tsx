import { type KeyboardEvent, type ReactNode, useState } from 'react';

import { PRESET_DIGITS, type Preset, presetSchema } from '#shared/domain/preset.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckBox, Field } from '../../../ui/Field.tsx';
import { SelectBox } from '../../../ui/TextBox.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Presets.module.css';
import { useDeletePreset, useSavePreset } from './queries.ts';

type Props = {
  readonly preset: Preset;
  readonly isNew: boolean;
  readonly presets: readonly Preset[];
  /** Another one is to be changed instead. */
  readonly onOther: (preset: Preset) => void;
  readonly onDone: () => void;
};

/** Names a preset and gives it a key; what it fills in is what the form held. */
export function PresetForm({ preset, isNew, presets, onOther, onDone }: Props): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const { hide } = usePrivacy();
  const save = useSavePreset();
  const remove = useDeletePreset();
  const others = presets.filter(({ id }) => id !== preset.id);
  const free = PRESET_DIGITS.filter((digit) => others.every((other) => other.digit !== digit));
  const [edited, setEdited] = useState<Preset>(() =>
    isNew ? { ...preset, digit: free[0] ?? null } : preset,
  );
  const [wasRefused, setRefused] = useState(false);
  const { texts } = edited;
  const withText = (field: 'cents' | 'customer', isIn: boolean): void =>
    setEdited({ ...edited, texts: { ...texts, [field]: isIn ? preset.texts[field] : '' } });
  const submit = (): void => {
    const whole = presetSchema.safeParse(edited);
    setRefused(!whole.success);
    if (whole.success) save.mutate(whole.data, { onSuccess: onDone });
  };
  const error = save.error ?? remove.error;
  return (
    <div
      role="group"
      aria-label={say(isNew ? 'presets.new' : 'presets.change')}
      className="stack gap-12 pad-12 framed round-8 on-soft"
      onKeyDown={(event) => onKey(event, submit, onDone)}
    >
      {!isNew && others.length > 0 && (
        <WhichPreset chosen={preset} presets={presets} onOther={onOther} />
      )}
      <NameAndKey edited={edited} free={free} wasRefused={wasRefused} onEdit={setEdited} />
      <p className="text-12 muted breakable">
        {say('presets.holds', {
          what: hide(
            Object.values(texts)
              .filter((text) => text !== '')
              .join(' · '),
          ),
        })}
      </p>
      <div className="stack gap-6">
        {(['cents', 'customer'] as const)
          .filter((field) => preset.texts[field] !== '')
          .map((field) => (
            <CheckBox
              key={field}
              label={say(`presets.with.${field}`)}
              checked={texts[field] !== ''}
              onChange={(isIn) => withText(field, isIn)}
            />
          ))}
        <CheckBox
          label={say('presets.onlyHere', { profile: profile.name })}
          checked={edited.profileId !== null}
          onChange={(isOwn) => setEdited({ ...edited, profileId: isOwn ? profile.id : null })}
        />
      </div>
      <div className="row wrap gap-8">
        <Button size="xs" loading={save.isPending} onClick={submit}>
          {say('presets.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {say('presets.cancel')}
        </Button>
        {!isNew && (
          <Button
            size="xs"
            variant="default"
            className={styles.delete ?? ''}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: preset.id }, { onSuccess: onDone })}
          >
            {say('presets.delete')}
          </Button>
        )}
      </div>
      <ActionError error={error} />
    </div>
  );
}

type WhichProps = Pick<Props, 'presets' | 'onOther'> & { readonly chosen: Preset };

function WhichPreset({ chosen, presets, onOther }: WhichProps): ReactNode {
  const say = useSay();
  return (
    <Field id="preset-which" label={say('presets.which')}>
      {(control) => (
        <SelectBox
          {...control}
          value={chosen.id}
          onChange={({ currentTarget: { value } }) => {
            const other = presets.find(({ id }) => id === value);
            if (other !== undefined) onOther(other);
          }}
        >
          {presets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}

type NameProps = {
  readonly edited: Preset;
  readonly free: readonly number[];
  readonly wasRefused: boolean;
  readonly onEdit: (preset: Preset) => void;
};

function NameAndKey({ edited, free, wasRefused, onEdit }: NameProps): ReactNode {
  const say = useSay();
  return (
    <div className={`${styles.pair} stack gap-12`}>
      <TextField
        id="preset-name"
        label={say('presets.label')}
        error={wasRefused ? say('presets.nameless') : null}
        autoFocus
        maxLength={40}
        value={edited.name}
        onText={(name) => onEdit({ ...edited, name })}
      />
      <Field id="preset-key" label={say('presets.key')}>
        {(control) => (
          <SelectBox
            {...control}
            value={edited.digit ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onEdit({ ...edited, digit: value === '' ? null : Number(value) })
            }
          >
            <option value="">{say('presets.noKey')}</option>
            {PRESET_DIGITS.map((digit) => (
              <option key={digit} value={digit}>
                {free.includes(digit) ? digit : say('presets.takenKey', { digit })}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
    </div>
  );
}

/** Enter saves the preset and does not issue the form around it. */
function onKey(event: KeyboardEvent, submit: () => void, close: () => void): void {
  const isEnter = event.code === 'Enter' || event.code === 'NumpadEnter';
  if (event.code === 'Escape') close();
  else if (isEnter && !(event.target instanceof HTMLButtonElement)) submit();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
