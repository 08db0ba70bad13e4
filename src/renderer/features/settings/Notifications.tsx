import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { NOTIFICATIONS, type Settings } from '#shared/domain/settings.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useUpdateSettings } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { ActionError } from '../../ui/ActionError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { type DesktopPermission, askDesktop, desktopPermission } from '../../client/desktop.ts';
import styles from './Settings.module.css';

/** The desktop's own are asked for at the moment somebody wants them, and never before. */
export function Notifications(): ReactNode {
  const say = useSay();
  const { settings } = useDesk();
  const update = useUpdateSettings();
  const [asked, setAsked] = useState<DesktopPermission | 'asking' | null>(null);
  const { notifications } = settings;
  const ask = async (): Promise<void> => {
    setAsked('asking');
    const answer = await askDesktop();
    setAsked(answer);
    if (answer === 'granted') update.mutate({ notifications: 'desktop' });
  };
  const choose = (value: Settings['notifications']): void => {
    setAsked(null);
    if (value === 'desktop') void ask();
    else update.mutate({ notifications: value });
  };
  return (
    <section className={styles.panel} aria-labelledby="notifications-title">
      <h2 id="notifications-title" className={styles.heading}>
        {say('settings.notifications')}
      </h2>
      <p className="muted">{say('settings.notifications.text')}</p>
      <div className={styles.pair}>
        <Segments
          id="settings-notifications"
          label={say('settings.notifications.where')}
          value={notifications}
          options={NOTIFICATIONS.map((value) => ({
            value,
            label: say(`settings.notifications.${value}`),
          }))}
          onChange={choose}
          hint={say(`settings.notifications.${notifications}.meaning`)}
        />
      </div>
      <div role="status" className={styles.told}>
        <Refused
          permission={desktopPermission()}
          asked={asked}
          isWanted={notifications === 'desktop'}
          onAsk={() => void ask()}
        />
      </div>
      <ActionError error={update.error} />
    </section>
  );
}

type RefusedProps = {
  readonly permission: DesktopPermission;
  /** What was answered just now; null: nothing was asked. */
  readonly asked: DesktopPermission | 'asking' | null;
  /** The desk is set to it, but this browser may be another one than where that was chosen. */
  readonly isWanted: boolean;
  readonly onAsk: () => void;
};

function Refused({ permission, asked, isWanted, onAsk }: RefusedProps): ReactNode {
  const say = useSay();
  if (asked === null && !isWanted) return null;
  if (permission === 'granted') return null;
  if (asked === 'asking')
    return <Notice tone="calm">{say('settings.notifications.asking')}</Notice>;
  if (permission === 'default') {
    return (
      <Notice
        tone="unknown"
        {...(isWanted
          ? {
              actions: (
                <Button size="xs" variant="default" onClick={onAsk}>
                  {say('settings.notifications.allow')}
                </Button>
              ),
            }
          : {})}
      >
        {say(asked === null ? 'settings.notifications.default' : 'settings.notifications.closed')}
      </Notice>
    );
  }
  return <Notice tone="unknown">{say(`settings.notifications.${permission}`)}</Notice>;
}
