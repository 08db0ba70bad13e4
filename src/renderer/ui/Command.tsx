import type { ReactNode } from 'react';

import styles from './Command.module.css';

/** To be typed or copied: it breaks between its words only, not within `--live`. */
export function Command({ text }: { readonly text: string }): ReactNode {
  const [first, ...others] = text.split(' ');
  return (
    <code className={styles.command}>
      <span className={styles.word}>{first}</span>
      {others.map((word, at) => (
        // Words of one text: their place is what tells them apart.
        <span key={`${at} ${word}`}>
          {' '}
          <span className={styles.word}>{word}</span>
        </span>
      ))}
    </code>
  );
}
