import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import styles from './Overview.module.css';

type Props = {
  readonly title: string;
  readonly hint?: string | null;
  /** How much of a row it takes. */
  readonly size?: 'third' | 'two' | 'wide';
  /** The same numbers in rows and columns, in place of the chart. Null: there is nothing that a table would add. */
  readonly table?: ReactNode;
  readonly children: ReactNode;
};

export function Panel(props: Props): ReactNode {
  const { title, hint = null, size = 'third', table = null, children } = props;
  const say = useSay();
  const titleId = useId();
  const [isTable, setTable] = useState(false);
  return (
    <section
      className={`${styles.panel} panel column narrow pad-16-20`}
      data-size={size}
      aria-labelledby={titleId}
    >
      <div className={`${styles.panelHead} row middle between gap-8`}>
        <h2 id={titleId} className="text-14 bold">
          {title}
        </h2>
        {table !== null && (
          <button
            type="button"
            className={`${styles.toggle} quiet text-12`}
            aria-pressed={isTable}
            aria-label={say('overview.table.of', { chart: title })}
            onClick={() => setTable(!isTable)}
          >
            <IconTable size={14} aria-hidden="true" />
            {say('overview.table')}
          </button>
        )}
      </div>
      {hint !== null && <p className="text-12 muted">{hint}</p>}
      <div className={`${styles.panelBody} column narrow grow relative above-8`}>
        {/* It keeps its place, so that nothing moves when the table stands over it. */}
        <div className={`${styles.chart} column grow gap-8`} data-hidden={isTable}>
          {children}
        </div>
        {isTable && <div className={styles.over}>{table}</div>}
      </div>
    </section>
  );
}
