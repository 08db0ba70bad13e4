import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Profile, SecretSlot } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';
import { ActionError } from '../../../ui/ActionError.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useTakeBackSecret } from '../mutations.ts';

type Props = {
  readonly profile: Profile;
  readonly slot: SecretSlot;
  readonly replacedAt: string;
};

/** The way back after a change, for as long as there is one. */
export function Rotation({ profile, slot, replacedAt }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const takeBack = useTakeBackSecret();
  return (
    <Notice
      tone="calm"
      title={say('secret.rotation', { time: dayTimeText(replacedAt, language) })}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate({ profileId: profile.id, slot })}
        >
          {say('secret.takeBack')}
        </Button>
      }
    >
      <p>{say('secret.rotation.text')}</p>
      <ActionError error={takeBack.error} />
    </Notice>
  );
}
