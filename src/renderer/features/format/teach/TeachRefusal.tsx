import { IconSchool } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';

import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { type Veil, veilOfBody } from '../../../text/veil.ts';
import { Button } from '../../../ui/Button.tsx';
import { leavesOf, likeliest } from './leaves.ts';
import { TeachPanel } from './TeachPanel.tsx';

type Props = {
  readonly request: DepositRequest;
  readonly answer: TravelledAnswer;
  /** Null: the requisites were revealed, which is recorded. */
  readonly veil: Veil | null;
};

const LOWEST_STATUS = 200;
const HIGHEST_STATUS = 599;

/** Beneath a logged raw answer: the way to say once for all that such answers create nothing. */
export function TeachRefusal({ request, answer, veil }: Props): ReactNode {
  const say = useSay();
  const { profiles } = useDesk();
  const [opened, setOpened] = useState(false);
  const leaves = useMemo(() => leavesOf(answer.body), [answer.body]);
  const ownVeil = useMemo(
    () => (veil === null ? null : veilOfBody(answer.body, veil)),
    [answer.body, veil],
  );
  const profile = profiles.find(({ id }) => id === request.profileId);
  const { httpStatus } = answer;
  if (profile === undefined || httpStatus < LOWEST_STATUS || httpStatus > HIGHEST_STATUS) {
    return null;
  }
  const first = likeliest(leaves ?? []);
  if (leaves === null || first === null) {
    return <p className="text-12 muted">{say('teach.nothingToName')}</p>;
  }
  if (!opened) {
    return (
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSchool size={14} aria-hidden="true" />}
          onClick={() => setOpened(true)}
        >
          {say('teach.open')}
        </Button>
      </div>
    );
  }
  return (
    <TeachPanel
      profile={profile}
      status={httpStatus}
      leaves={leaves}
      first={first}
      veil={ownVeil}
      onClose={() => setOpened(false)}
    />
  );
}
