import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { KeySafeQuestion } from '../../ui/KeySafeQuestion.tsx';

/** Where the first Live requests since the start of the desk go. */
export function FirstLive({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  return (
    <p>
      {say('batch.live.first', { profile: profile.name })} <code>{profile.baseUrl}</code>
    </p>
  );
}

type Props = {
  readonly profile: Profile;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

/** A live batch is resumed only once its profile is confirmed in this run of the desk. */
export function FirstLiveQuestion({ profile, onConfirm, onBack }: Props): ReactNode {
  const say = useSay();
  return (
    <KeySafeQuestion
      tone="bad"
      title={say('batch.live')}
      confirmText={say('batch.live.confirm', { profile: profile.name })}
      backText={say('batch.live.back')}
      onConfirm={onConfirm}
      onBack={onBack}
    >
      <FirstLive profile={profile} />
    </KeySafeQuestion>
  );
}
