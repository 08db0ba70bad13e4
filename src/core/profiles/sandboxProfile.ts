import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type Profile, type StateWord, profileSchema } from '#shared/domain/profile.ts';

import type { EmbeddedSandbox } from '../ports.ts';

export const SANDBOX_PROFILE_ID = profileIdSchema.parse('sandbox');

/** Its own: the document ends with `created` and `builded`. They say what they mean, in whatever language the desk speaks. */
const SANDBOX_WORDS: readonly StateWord[] = [
  { word: 'created', colour: 'blue', meaning: '' },
  { word: 'builded', colour: 'blue', meaning: '' },
  { word: 'paid', colour: 'green', meaning: '' },
  { word: 'rejected', colour: 'red', meaning: '' },
  { word: 'expired', colour: 'grey', meaning: '' },
];

/** Made from what the host started; never stored, never changed. */
export function sandboxProfile({ baseUrl, merchant }: EmbeddedSandbox): Profile {
  return profileSchema.parse({
    id: SANDBOX_PROFILE_ID,
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl,
    merchant,
    dialect: DEFAULT_DIALECT,
    stateWords: SANDBOX_WORDS,
    proxy: { mode: 'none' },
  });
}
