import type { ReactNode } from 'react';

import { useDesk } from './client/deskContext.ts';
import { RequestDesk } from './features/issuing/form/RequestDesk.tsx';
import { NowStrip } from './features/issuing/now/NowStrip.tsx';
import { RecoveryNotice } from './features/issuing/recovery/RecoveryNotice.tsx';
import { useSay } from './i18n/i18n.ts';
import styles from './NewRequestPage.module.css';
import { Late } from './ui/onDemand.tsx';

/** The form at the left, what became of it at the right. */
export function NewRequestPage(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  return (
    <div className={styles.page}>
      <h1 className="below-16 text-18 bold">{say('nav.new')}</h1>
      <Late>
        <RecoveryNotice />
      </Late>
      <div className={`${styles.columns} columns`}>
        <div className={styles.column}>
          <RequestDesk key={profile.id} />
        </div>
        <div className={styles.column}>
          <NowStrip key={profile.id} />
        </div>
      </div>
    </div>
  );
}
