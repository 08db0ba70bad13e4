import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

import { useDesk } from '../../../client/deskContext.ts';
import { isFixed } from '../../../client/fixedProfile.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { liveCommand } from '../../../text/commands.ts';
import { CheckBox } from '../../../ui/CheckBox.tsx';
import { Command } from '../../../ui/Command.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { EXPORT, IMPORT, NEW } from '../addresses.ts';
import settings from '../Settings.module.css';
import { ProfileRow } from './ProfileRow.tsx';
import styles from './Profiles.module.css';

export function Profiles(): ReactNode {
  const say = useSay();
  const { profiles, info } = useDesk();
  const [showsArchived, setShowsArchived] = useState(false);
  const archived = profiles.filter(({ archivedAt }) => archivedAt !== null);
  const shown = [
    ...profiles.filter(({ archivedAt }) => archivedAt === null),
    ...(showsArchived ? archived : []),
  ];
  const own = profiles.some((profile) => !isFixed(profile));
  return (
    <section className={settings.panel} aria-labelledby="profiles-title">
      <div className={styles.head}>
        <div className={styles.headText}>
          <h2 id="profiles-title" className={settings.heading}>
            {say('settings.profiles')}
          </h2>
          <p className="muted">{say('settings.profiles.text')}</p>
        </div>
        <div className={styles.headActions}>
          <Button component={Link} href={IMPORT} variant="default" size="xs">
            {say('file.import')}
          </Button>
          {own && (
            <Button component={Link} href={EXPORT} variant="default" size="xs">
              {say('file.export')}
            </Button>
          )}
          <Button
            component={Link}
            href={NEW}
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
          >
            {say('settings.add')}
          </Button>
        </div>
      </div>
      {!info.host.live && (
        <Notice tone="calm">
          {say('settings.liveOff')} <Command text={liveCommand(info.dataDir)} />
        </Notice>
      )}
      <ul className={styles.list}>
        {shown.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} />
        ))}
      </ul>
      {archived.length > 0 && (
        <CheckBox
          label={say('settings.showArchived', { count: archived.length })}
          checked={showsArchived}
          onChange={setShowsArchived}
        />
      )}
    </section>
  );
}
