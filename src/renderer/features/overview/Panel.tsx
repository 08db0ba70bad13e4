import { type ReactNode, useId } from 'react';

import styles from './Overview.module.css';

type Props = {
  readonly title: string;
  readonly hint?: string | null;
  /** Two thirds of a row, and not one. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

export function Panel({ title, hint = null, isWide = false, children }: Props): ReactNode {
  const titleId = useId();
  return (
    <section
      className={`${styles.panel} panel column narrow pad-16-20`}
      data-wide={isWide}
      aria-labelledby={titleId}
    >
      <h2 id={titleId} className={`${styles.panelHead} row middle text-14 bold`}>
        {title}
      </h2>
      {hint !== null && <p className="text-12 muted">{hint}</p>}
      <div className={`${styles.panelBody} column narrow grow gap-8 above-8`}>{children}</div>
    </section>
  );
}
