import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link, useLocation } from 'wouter';

import styles from './ListTable.module.css';

type Props = {
  readonly caption: string;
  /** A heading each; its key is the column's `data-column`. */
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  /** Headings before those: of a column that has more than a word there. */
  readonly lead?: ReactNode;
  readonly className?: string | undefined;
  readonly hintId?: string;
  readonly rows?: Ref<HTMLTableSectionElement>;
  readonly children: ReactNode;
};

/** A table of rows that open something, short enough to be drawn whole. The log has its own, of any length. */
export function ListTable(props: Props): ReactNode {
  const { caption, columns, lead, className = '', hintId, rows, children } = props;
  return (
    <div className={`${styles.frame} ${className} panel`}>
      <table
        className={styles.table}
        {...(hintId === undefined ? {} : { 'aria-describedby': hintId })}
      >
        <caption className="spoken">{caption}</caption>
        <thead>
          <tr>
            {lead}
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" data-column={key}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={rows}>{children}</tbody>
      </table>
    </div>
  );
}

type RowProps = {
  /** What the row opens, as its link does. */
  readonly path: string;
  readonly isOpened: boolean;
  readonly children: ReactNode;
};

export function ListRow({ path, isOpened, children }: RowProps): ReactNode {
  const [, navigate] = useLocation();
  return (
    <tr
      className={styles.row}
      data-opened={isOpened}
      onClick={(event) => {
        if (!isOnLink(event)) navigate(path);
      }}
    >
      {children}
    </tr>
  );
}

/** A click on the link itself is the link's own, or the browser's (another tab). */
function isOnLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

type LinkProps = RowProps & { readonly title?: string; readonly 'aria-label'?: string };

/** By which the keyboard opens the row. */
export function RowLink({ path, isOpened, children, ...rest }: LinkProps): ReactNode {
  return (
    <Link
      href={path}
      className={styles.open}
      {...rest}
      {...(isOpened ? { 'aria-current': 'true' as const } : {})}
    >
      {children}
    </Link>
  );
}
