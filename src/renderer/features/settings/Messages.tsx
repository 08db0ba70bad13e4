import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../i18n/i18n.ts';
import { MessagesEditor } from '../messages/editor/MessagesEditor.tsx';
import styles from './Settings.module.css';
import { SubPage } from './SubPage.tsx';

export const MESSAGES = '/settings/messages';

/** The way there, among the other settings. */
export function Messages(): ReactNode {
  const say = useSay();
  return (
    <section className={styles.panel} aria-labelledby="messages-title">
      <h2 id="messages-title" className={styles.heading}>
        {say('wording.title')}
      </h2>
      <p className="muted">{say('wording.panel')}</p>
      <div className={styles.buttons}>
        <Button component={Link} href={MESSAGES} variant="default">
          {say('wording.open')}
        </Button>
      </div>
    </section>
  );
}

export function MessagesPage(): ReactNode {
  return (
    <SubPage title={useSay()('wording.title')}>
      <MessagesEditor />
    </SubPage>
  );
}
