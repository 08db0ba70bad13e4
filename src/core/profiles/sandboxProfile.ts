import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Refusal } from '#shared/dialect/schema.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type Profile, type StateWord, profileSchema } from '#shared/domain/profile.ts';

import type { EmbeddedSandbox } from '../ports.ts';

export const SANDBOX_PROFILE_ID = profileIdSchema.parse('sandbox');

/** Its own: the document ends with `created` and `builded`. They say what they mean, in whatever language the desk speaks. */
const SANDBOX_WORDS: readonly StateWord[] = [
  { word: 'created', colour: 'grey', meaning: '' },
  { word: 'builded', colour: 'grey', meaning: '' },
  { word: 'paid', colour: 'green', meaning: '' },
  { word: 'rejected', colour: 'red', meaning: '' },
  { word: 'expired', colour: 'grey', meaning: '' },
];

/** Shorter than for a real provider, so that a newcomer sees a timeout without waiting 15 seconds. */
const SLOW_AFTER_MS = 5000;

/** How it says that it has no requisites, taught as an integrator would teach it. */
const NO_REQUISITES: Refusal = {
  status: 200,
  path: 'code',
  value: 'NO_REQ',
  meaning: 'no_requisites',
  wording: '',
};

/** What the host fixed before anything listens. */
export type SandboxPlace = Pick<EmbeddedSandbox, 'baseUrl' | 'merchant'>;

/** Made from what the host opened; never stored, never changed. */
export function sandboxProfile({ baseUrl, merchant }: SandboxPlace): Profile {
  return profileSchema.parse({
    id: SANDBOX_PROFILE_ID,
    name: 'Sandbox',
    mode: 'sandbox',
    baseUrl,
    merchant,
    dialect: { ...DEFAULT_DIALECT, refusals: [NO_REQUISITES] },
    archivedAt: null,
    stateWords: SANDBOX_WORDS,
    proxy: { mode: 'none' },
    slowAfterMs: SLOW_AFTER_MS,
  });
}
