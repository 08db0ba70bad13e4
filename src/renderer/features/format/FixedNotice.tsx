import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDuplicateProfile } from './mutations.ts';

type Props = {
  readonly profile: Profile;
  readonly onDuplicated: ((profile: Profile) => void) | undefined;
};

const MOST_NAME = 80;

/** Why nothing can be changed here, and the way to a copy that can. */
export function FixedNotice({ profile, onDuplicated }: Props): ReactNode {
  const say = useSay();
  const duplicate = useDuplicateProfile(profile);
  const name = say('format.copyName', { profile: profile.name }).slice(0, MOST_NAME);
  return (
    <>
      <Notice
        tone="calm"
        title={say('format.fixed')}
        actions={
          <Button
            size="xs"
            variant="default"
            loading={duplicate.isPending}
            onClick={() => duplicate.mutate(name, { onSuccess: (copy) => onDuplicated?.(copy) })}
          >
            {say('format.duplicate')}
          </Button>
        }
      >
        <p>{say(profile.archivedAt === null ? 'format.fixed.sandbox' : 'format.fixed.archived')}</p>
      </Notice>
      <ActionError error={duplicate.error} />
      <div role="status">
        {duplicate.data !== undefined && (
          <Notice tone="good">{say('format.duplicated', { profile: duplicate.data.name })}</Notice>
        )}
      </div>
    </>
  );
}
