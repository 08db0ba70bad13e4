import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Profile } from '#shared/domain/profile.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useListener } from '../../../client/listener.ts';
import { useSay } from '../../../i18n/i18n.ts';
import form from '../../../ui/form/Form.module.css';
import { Panel } from '../../../ui/form/Parts.tsx';
import { QueryError } from '../../../ui/Notice.tsx';
import { profileAddress } from '../../desk/settings/addresses.ts';
import { ModeBadge } from '../profileActions.tsx';

/** Every profile in use, and whether the desk receives its callbacks. */
export function Listeners(): ReactNode {
  const say = useSay();
  const profiles = useDesk().profiles.filter(({ archivedAt }) => archivedAt === null);
  return (
    <Panel title={say('settings.callbacks')} text={say('listener.text')}>
      <ul className={form.list}>
        {profiles.map((profile) => (
          <ListenerLine key={profile.id} profile={profile} />
        ))}
      </ul>
    </Panel>
  );
}

function ListenerLine({ profile }: { readonly profile: Profile }): ReactNode {
  const say = useSay();
  const listener = useListener(profile.id);
  const { data } = listener;
  const state = data?.problem === null && data.state === 'listening' ? 'listening' : 'off';
  return (
    <li className={form.line}>
      <span className="row wrap middle gap-8">
        <Link href={profileAddress(profile.id, 'callbacks')} className="bold breakable">
          {profile.name}
        </Link>
        <ModeBadge mode={profile.mode} />
      </span>
      <QueryError of={listener} />
      {data !== undefined && (
        <span className={state === 'listening' ? 'good' : 'muted'}>
          {say(data.problem === null ? `listener.state.${state}` : 'inbox.failed.title')}
        </span>
      )}
    </li>
  );
}
