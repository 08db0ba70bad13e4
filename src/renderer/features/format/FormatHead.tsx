import { IconCheck, IconTemplate } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError, Notice } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/form/Buttons.tsx';
import form from '../../ui/form/Form.module.css';
import { PRESET_NAMES, fromPreset, presetOf, summaryOf } from './draft.ts';
import styles from './Format.module.css';
import { useDuplicateProfile } from './useFormatDraft.ts';

type Props = {
  readonly dialect: Dialect;
  /** Null: the format is fixed. */
  readonly onReplace: ((dialect: Dialect) => void) | null;
};

/** The whole recipe at a glance, and presets to start from. Nothing is saved by choosing one. */
export function FormatHead({ dialect, onReplace }: Props): ReactNode {
  const say = useSay();
  const opener = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  const present = presetOf(dialect);
  return (
    <>
      <header className={form.head}>
        <div>
          <h2 id="format-title" className="spoken">
            {say('format.title')}
          </h2>
          <p className={form.heading}>{say(`preset.${present ?? 'own'}`)}</p>
          <p className={form.text}>{summaryOf(dialect, say)}</p>
        </div>
        {onReplace !== null && (
          <SmallButton
            ref={opener}
            aria-expanded={choosing}
            icon={<IconTemplate size={14} aria-hidden="true" />}
            onClick={() => setChoosing(!choosing)}
          >
            {say('preset.open')}
          </SmallButton>
        )}
      </header>
      {choosing && onReplace !== null && (
        <section className={form.framed} aria-labelledby="presets-title">
          <div>
            <h3 id="presets-title" className={form.subheading}>
              {say('preset.title')}
            </h3>
            <p className={form.text}>{say('preset.text')}</p>
          </div>
          <ul className={form.fields} data-layout="slim">
            {PRESET_NAMES.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles.preset}
                  aria-pressed={name === present}
                  onClick={() => {
                    onReplace(fromPreset(name, dialect));
                    setChoosing(false);
                    // The pressed button is gone; the keyboard goes on from the one that opened the list.
                    opener.current?.focus();
                  }}
                >
                  <span className={styles.presetName}>
                    {say(`preset.${name}`)}
                    {name === present && <IconCheck size={16} aria-hidden="true" />}
                  </span>
                  <span className={styles.presetText}>{say(`preset.${name}.text`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
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
