import type { ReactNode } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { Field } from '../../ui/Field.tsx';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/form/Buttons.tsx';
import form from '../../ui/form/Form.module.css';
import { SelectBox } from '../../ui/TextBox.tsx';
import { PRESET_NAMES, fromPreset, presetOf, summaryOf } from './draft.ts';
import { useDuplicateProfile } from './useFormatDraft.ts';

type Props = {
  readonly dialect: Dialect;
  /** Null: the format is fixed. */
  readonly onReplace: ((dialect: Dialect) => void) | null;
};

/** The whole recipe at a glance, and the preset it is or starts from. Nothing is saved by choosing one. */
export function FormatHead({ dialect, onReplace }: Props): ReactNode {
  const say = useSay();
  const present = presetOf(dialect);
  return (
    <header className={form.head}>
      <h2 id="format-title" className="spoken">
        {say('format.title')}
      </h2>
      <Field id="format-preset" label={say('preset.title')} hint={summaryOf(dialect, say)}>
        {(control) => (
          <SelectBox
            {...control}
            disabled={onReplace === null}
            value={present ?? ''}
            onChange={({ currentTarget }) => {
              const chosen = PRESET_NAMES.find((name) => name === currentTarget.value);
              if (chosen !== undefined) onReplace?.(fromPreset(chosen, dialect));
            }}
          >
            {present === null && <option value="">{say('preset.own')}</option>}
            {PRESET_NAMES.map((name) => (
              <option key={name} value={name}>
                {say(`preset.${name}`)}
              </option>
            ))}
          </SelectBox>
        )}
      </Field>
    </header>
  );
}

type FixedProps = {
  readonly profile: Profile;
  readonly onDuplicated: ((profile: Profile) => void) | undefined;
};

const MOST_NAME = 80;

/** Why nothing can be changed here, and the way to a copy that can. */
export function FixedNotice({ profile, onDuplicated }: FixedProps): ReactNode {
  const say = useSay();
  const duplicate = useDuplicateProfile(profile);
  const name = say('format.copyName', { profile: profile.name }).slice(0, MOST_NAME);
  return (
    <>
      <Notice
        tone="calm"
        title={say('format.fixed')}
        actions={
          <SmallButton
            loading={duplicate.isPending}
            onClick={() => duplicate.mutate(name, { onSuccess: (copy) => onDuplicated?.(copy) })}
          >
            {say('format.duplicate')}
          </SmallButton>
        }
      >
        <p>{say(profile.archivedAt === null ? 'format.fixed.sandbox' : 'format.fixed.archived')}</p>
      </Notice>
      <ActionError error={duplicate.error} />
      <div role="status">
        {duplicate.data !== undefined && (
          <Notice tone="good">{say('format.duplicated', { profile: duplicate.data.name })}</Notice>
        )}
      </div>
    </>
  );
}
