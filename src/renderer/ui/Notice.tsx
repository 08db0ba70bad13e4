import type { ReactNode } from 'react';

import styles from './Notice.module.css';

export type Tone = 'unknown' | 'bad' | 'calm' | 'good';

type Props = {
  readonly tone: Tone;
  readonly title?: string;
  readonly children: ReactNode;
  /** Said at once by screen readers. */
  readonly alert?: boolean;
  /** Null or false: none. */
  readonly actions?: ReactNode;
};

/** A panel with words: what happened, what did not, what to do. */
export function Notice({ tone, title, children, alert = false, actions }: Props): ReactNode {
  const hasActions = actions !== undefined && actions !== null && actions !== false;
  return (
    <div className={styles.notice} data-tone={tone} {...(alert ? { role: 'alert' } : {})}>
      {title !== undefined && <p className="bold">{title}</p>}
      <div className={styles.text}>{children}</div>
      {hasActions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
