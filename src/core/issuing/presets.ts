import { join } from 'node:path';

import { z } from 'zod';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Preset, presetSchema } from '#shared/domain/preset.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type JsonFiles, writeJsonFile } from '../files/jsonFile.ts';

/** Only nine have a key of their own; the rest are found by name. */
const MOST_PRESETS = 60;

export type Presets = {
  /** In the order in which they were first saved. */
  readonly list: () => readonly Preset[];
  readonly save: (preset: Preset) => Result<readonly Preset[], Failure>;
  /** One that is not there is no fault: another window may have been quicker. */
  readonly remove: (id: Preset['id']) => readonly Preset[];
};

export type KeptDeps = { readonly dataDir: string; readonly files: JsonFiles };

const fileSchema = z.strictObject({
  version: z.literal(1),
  presets: z.array(presetSchema).readonly(),
});

export function createPresets({ dataDir, files }: KeptDeps): Presets {
  const file = join(dataDir, 'presets.json');
  let presets: readonly Preset[] = files.read(file, fileSchema)?.presets ?? [];

  function keep(next: readonly Preset[]): readonly Preset[] {
    writeJsonFile(file, { version: 1, presets: next });
    presets = next;
    return presets;
  }

  return {
    list: () => presets,
    save(preset) {
      const isKnown = presets.some(({ id }) => id === preset.id);
      if (!isKnown && presets.length >= MOST_PRESETS) {
        return err(failure('preset_limit', `at most ${MOST_PRESETS}`));
      }
      const all = isKnown
        ? presets.map((own) => (own.id === preset.id ? preset : own))
        : [...presets, preset];
      return ok(keep(all.map((own) => withoutDigitOf(own, preset))));
    },
    remove(id) {
      const left = presets.filter((own) => own.id !== id);
      return left.length === presets.length ? presets : keep(left);
    },
  };
}

/** One key cannot fill the form in two ways. */
function withoutDigitOf(own: Preset, saved: Preset): Preset {
  if (own.id === saved.id || own.digit === null || own.digit !== saved.digit) return own;
  return { ...own, digit: null };
}
