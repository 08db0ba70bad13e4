import { type ReactNode, useState } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useChooseProfile } from '../../client/pageProfile.ts';
import { typedStorage } from '../../client/typedStorage.ts';
import { onDemand } from '../../ui/onDemand.tsx';
import { hasTyped } from '../issuing/form/draft.ts';

const ask = onDemand(async () => (await import('./AskToSwitch.tsx')).AskToSwitch, null);

export type ProfileSwitch = {
  readonly to: (next: Profile) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
  /** Asked before a page with something typed for a test request goes to Live. */
  readonly question: ReactNode;
};

/** The one way to another profile on this page. What is typed stays with the profile it was typed for. */
export function useProfileSwitch(): ProfileSwitch {
  const { profile } = useDesk();
  const choose = useChooseProfile();
  const [asked, setAsked] = useState<Profile | null>(null);
  const { isPending, error, reset } = choose;
  return {
    to(next) {
      reset();
      if (next.id === profile.id) return;
      const isToLive = next.mode === 'live' && profile.mode !== 'live';
      if (isToLive && hasTyped(typedStorage(), profile.id)) setAsked(next);
      else choose.mutate(next.id);
    },
    isPending,
    error,
    reset,
    question: asked !== null && (
      <ask.Part
        from={profile}
        to={asked}
        onSwitch={() => {
          setAsked(null);
          choose.mutate(asked.id);
        }}
        onStay={() => setAsked(null)}
      />
    ),
  };
}
