import type { Profile, SecretState } from '#shared/domain/profile.ts';

import { isFixed } from '../../../client/fixedProfile.ts';
import type { Say } from '../../../i18n/i18n.ts';

/** What can be said of a secret without showing it: where it is, or why it must be entered. */
export function stateText(
  profile: Pick<Profile, 'id'>,
  { state, store }: Pick<SecretState, 'state' | 'store'>,
  storeName: string,
  say: Say,
): string {
  if (state !== 'stored') return say(`secret.state.${state}`);
  if (isFixed(profile)) return say('secret.state.own');
  return store === 'memory' ? say('secret.state.run') : say('secret.state.stored', { storeName });
}
