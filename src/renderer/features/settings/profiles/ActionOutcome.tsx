import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { failureOf } from '../../../client/failureError.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText } from '../../../text/failures.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { ProfileActions } from './useProfileActions.ts';

type Props = { readonly profile: Profile; readonly actions: ProfileActions };

/** The question before a deletion, and why an action was refused, beside what was pressed. */
export function ActionOutcome({ profile, actions }: Props): ReactNode {
  const say = useSay();
  if (actions.asking) {
    return (
      <Notice
        tone="unknown"
        alert
        title={say('profile.delete.title', { profile: profile.name })}
        actions={
          <>
            <Button size="xs" color="var(--desk-live)" onClick={actions.confirmDelete}>
              {say('profile.delete.do')}
            </Button>
            <Button size="xs" variant="default" autoFocus onClick={actions.keep}>
              {say('profile.delete.keep')}
            </Button>
          </>
        }
      >
        {say('profile.delete.text')}
      </Notice>
    );
  }
  if (actions.error === null) return null;
  return (
    <Notice
      tone="bad"
      alert
      {...(actions.archiveInstead
        ? {
            actions: (
              <Button size="xs" variant="default" onClick={() => actions.setArchived(true)}>
                {say('profile.archive')}
              </Button>
            ),
          }
        : {})}
    >
      {actionFailureText(failureOf(actions.error), say)}
    </Notice>
  );
}
