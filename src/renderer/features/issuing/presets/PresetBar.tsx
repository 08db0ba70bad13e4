import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, lazy, memo, useState } from 'react';

import { PRESET_DIGITS, type Preset } from '#shared/domain/preset.ts';

import { useAction } from '../../../client/actions.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useShortcut } from '../../../shell/useCommands.ts';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import styles from './Presets.module.css';
import { usePresets } from './queries.ts';

const PresetForm = lazy(async () => {
  const { PresetForm: Form } = await import('./PresetForm.tsx');
  return { default: Form };
});

type Digit = (typeof PRESET_DIGITS)[number];

function digitOf({ digit }: Preset): Digit | null {
  return PRESET_DIGITS.find((known) => known === digit) ?? null;
}

type Props = {
  readonly onUse: (preset: Preset) => void;
  /** The form as it stands, to be saved as a preset; null while the operator has not asked for it. */
  readonly fresh: Preset | null;
  readonly onDone: () => void;
};

/** A form filled in part at a touch or a key. Nothing is here until there is one. */
export const PresetBar = memo(function PresetBar({ onUse, fresh, onDone }: Props): ReactNode {
  const say = useSay();
  const presets = usePresets();
  const [isEditing, setEditing] = useState(false);
  const [edited, setEdited] = useState<Preset | null>(null);
  const shown = fresh ?? edited;
  const done = (): void => {
    setEdited(null);
    onDone();
  };
  return (
    <>
      {presets.length > 0 && (
        <div role="group" aria-label={say('presets.name')} className="row wrap gap-6">
          {presets.map((preset) => (
            <Chip
              key={preset.id}
              preset={preset}
              isEditing={isEditing}
              onPress={() => (isEditing ? setEdited(preset) : onUse(preset))}
            />
          ))}
          <button
            type="button"
            className={`icon-button ${styles.edit}`}
            aria-pressed={isEditing}
            aria-label={say('presets.edit')}
            title={say('presets.edit')}
            onClick={() => {
              setEditing(!isEditing);
              setEdited(null);
            }}
          >
            <IconPencil size={16} aria-hidden="true" />
          </button>
        </div>
      )}
      {presets.map((preset) => {
        const digit = digitOf(preset);
        return digit === null ? null : (
          <PresetKey key={preset.id} digit={digit} onUse={() => onUse(preset)} />
        );
      })}
      {shown !== null && (
        <Suspense fallback={null}>
          <PresetForm
            key={shown.id}
            preset={shown}
            isNew={fresh !== null}
            taken={presets.filter(({ id }) => id !== shown.id)}
            onDone={done}
          />
        </Suspense>
      )}
    </>
  );
});

/** Answers to the key for as long as its preset is there. */
function PresetKey({ digit, onUse }: { readonly digit: Digit; readonly onUse: () => void }): null {
  useAction(`preset.${digit}`, onUse);
  return null;
}

type ChipProps = {
  readonly preset: Preset;
  readonly isEditing: boolean;
  readonly onPress: () => void;
};

function Chip({ preset, isEditing, onPress }: ChipProps): ReactNode {
  const say = useSay();
  const digit = digitOf(preset);
  return (
    <button
      type="button"
      className={styles.chip}
      data-editing={isEditing}
      {...(isEditing ? { 'aria-label': say('presets.editOne', { name: preset.name }) } : {})}
      onClick={onPress}
    >
      <span className={styles.name}>{preset.name}</span>
      {isEditing && <IconPencil size={13} aria-hidden="true" />}
      {!isEditing && digit !== null && <Cap digit={digit} />}
    </button>
  );
}

/** The digit alone: the key held with it is the same for all presets, and stands in the title. */
function Cap({ digit }: { readonly digit: Digit }): ReactNode {
  const { cap } = useShortcut(`preset.${digit}`);
  return (
    <span title={cap}>
      <KeyCap>{digit}</KeyCap>
    </span>
  );
}
