import { type ReactNode, Suspense, lazy, memo, useState } from 'react';

import { PRESET_DIGITS, type Preset } from '#shared/domain/preset.ts';

import { useAction } from '../../../client/actions.ts';
import { useDesk } from '../../../client/deskContext.ts';
import { useReadLimitsAgain } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useShortcut } from '../../../shell/useCommands.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { usePresets } from './queries.ts';

const PresetForm = lazy(async () => {
  const { PresetForm: Form } = await import('./PresetForm.tsx');
  return { default: Form };
});

type Props = {
  readonly onUse: (preset: Preset) => void;
  /** The form as it stands, still without a name. */
  readonly fromForm: () => Preset;
};

/** The preset in the editor; `isNew`: it is not saved yet. */
type Edited = { readonly preset: Preset; readonly isNew: boolean };

/** What the form is seldom asked for, in one menu: presets, and the limits once more. */
export const PresetMenu = memo(function PresetMenu({ onUse, fromForm }: Props): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const presets = usePresets();
  const limits = useReadLimitsAgain(profile.id);
  const { cap } = useShortcut('preset.1');
  const [edited, setEdited] = useState<Edited | null>(null);
  const [first] = presets;
  const key = ({ digit }: Preset): string =>
    digit === null ? '' : ` · ${cap.replace('1', String(digit))}`;
  return (
    <>
      <Menu
        label={say('presets.menu')}
        items={[
          ...presets.map((preset) => ({
            label: preset.name + key(preset),
            onChoose: () => onUse(preset),
          })),
          {
            label: say('presets.saveForm'),
            isApart: presets.length > 0,
            onChoose: () => setEdited({ preset: fromForm(), isNew: true }),
          },
          ...(first === undefined
            ? []
            : [
                {
                  label: say('presets.edit'),
                  onChoose: () => setEdited({ preset: first, isNew: false }),
                },
              ]),
          { label: say('limits.again'), isApart: true, onChoose: () => limits.mutate() },
        ]}
      />
      {PRESET_DIGITS.map((digit) => {
        const preset = presets.find((one) => one.digit === digit);
        return preset === undefined ? null : (
          <PresetKey key={digit} digit={digit} onUse={() => onUse(preset)} />
        );
      })}
      {edited !== null && (
        <Suspense fallback={null}>
          <PresetForm
            key={edited.preset.id}
            {...edited}
            presets={presets}
            onOther={(preset) => setEdited({ preset, isNew: false })}
            onDone={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
});

type KeyProps = {
  readonly digit: (typeof PRESET_DIGITS)[number];
  readonly onUse: () => void;
};

/** Answers to the key for as long as its preset is there. */
function PresetKey({ digit, onUse }: KeyProps): null {
  useAction(`preset.${digit}`, onUse);
  return null;
}
