import { type ReactNode, useState } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Question } from '../../ui/form/Buttons.tsx';
import { Panel } from '../../ui/form/Parts.tsx';
import { ActionError } from '../../ui/Notice.tsx';
import { useLeave } from './queries.ts';

/** The desk works alone again; asked once more, with what stays and what does not. */
export function LeaveTeam(): ReactNode {
  const say = useSay();
  const [isAsked, setAsked] = useState(false);
  const leave = useLeave();
  return (
    <Panel
      title={say('team.leave')}
      text={say('team.leave.text')}
      actions={
        <Button variant="default" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
          {say('team.leave')}
        </Button>
      }
    >
      {isAsked && (
        <Question
          dangerous
          title={say('team.leave.title')}
          yes={say('team.leave.yes')}
          no={say('team.leave.no')}
          pending={leave.isPending}
          onYes={() => leave.mutate({})}
          onNo={() => setAsked(false)}
        >
          {say('team.leave.stays')}
        </Question>
      )}
      <ActionError error={leave.error} />
    </Panel>
  );
}
