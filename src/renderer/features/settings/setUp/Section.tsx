import { type ReactNode, useId } from 'react';

import styles from './SetUp.module.css';

type Props = { readonly title: string; readonly text: string; readonly children: ReactNode };

/** What it is about at the left, its controls at the right; beneath each other where it is narrow. */
export function Section({ title, text, children }: Props): ReactNode {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.explained}>{text}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
