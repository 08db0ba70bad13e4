import { useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import { type WhereTo, goesTo, whereTo } from '#shared/domain/profile.ts';

import { useLasting } from '../../../ui/hooks.ts';
import { isFree } from './draft.ts';
import type { FormState } from './formState.ts';

/** `of`: the draft that it was shown for: while that was empty, or after a refusal. */
type Seen = { readonly at: WhereTo; readonly of: IntentId | null };

/** Longer than the pause between the two presses of a double Enter: the second must not follow a refusal that was not seen. */
const SEEN_AFTER_MS = 600;

/**
 * Where the request goes, as the operator saw it when the first text was typed, also before the screen was left or the page was loaded
 * again: a profile that is pointed elsewhere meanwhile is refused once, and seen then.
 */
export function usePlaceShown(
  profile: Parameters<typeof whereTo>[0],
  { draft, failure }: Pick<FormState, 'draft' | 'failure'>,
): WhereTo {
  const [seen, setSeen] = useState<Seen>(() => ({ at: whereTo(profile), of: null }));
  const { intentId } = draft;
  const isTold = useLasting(failure?.code === 'profile_changed', SEEN_AFTER_MS);
  const isSeen = seen.of === intentId;
  const isDue = isSeen ? isFree(draft) && !goesTo(profile, seen.at) : isFree(draft) || isTold;
  if (isDue) setSeen({ at: whereTo(profile), of: intentId });
  return isSeen ? seen.at : (draft.shown ?? seen.at);
}
