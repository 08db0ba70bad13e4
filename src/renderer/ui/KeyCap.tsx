import type { ReactNode } from 'react';

import styles from './KeyCap.module.css';

/** The key that does the same, shown where it acts. Not read aloud: `aria-keyshortcuts` says it. */
export function KeyCap({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className={styles.cap} aria-hidden="true">
      {children}
    </kbd>
  );
}
