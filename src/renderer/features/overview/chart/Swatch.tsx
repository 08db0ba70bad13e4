import type { ReactNode } from 'react';

import type { OutcomeGroup } from '../outcomes.ts';
import styles from './Fills.module.css';

/** The fill of an outcome, beside its name. */
export function Swatch({ group }: { readonly group: OutcomeGroup }): ReactNode {
  return <span className={`${styles.fill} ${styles.swatch}`} data-group={group} />;
}
