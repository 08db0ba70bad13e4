import type { ReactNode } from 'react';

import type { Profile } from '#shared/domain/profile.ts';

import { useSay } from '../../i18n/i18n.ts';
import styles from './Profiles.module.css';

export function ModeBadge({ mode }: { readonly mode: Profile['mode'] }): ReactNode {
  const say = useSay();
  return (
    <span className={styles.mode} data-mode={mode}>
      {say(mode === 'live' ? 'bar.live' : 'bar.sandbox')}
    </span>
  );
}
