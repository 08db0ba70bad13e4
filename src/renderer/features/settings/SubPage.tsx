import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../i18n/i18n.ts';
import { SETTINGS } from './addresses.ts';
import styles from './Settings.module.css';

type Props = {
  readonly title: string;
  /** Beside the title: what it is, at a glance. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  /** False: something on the page takes the keyboard itself. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

/** A page one level beneath Settings, with the way back above its title. */
export function SubPage(props: Props): ReactNode {
  const say = useSay();
  const { takesFocus = true } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What was pressed to come here is gone: the keyboard goes on from the title.
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.screen}>
      <div>
        <Link href={SETTINGS} className={styles.back}>
          <IconChevronLeft size={14} aria-hidden="true" />
          {say('settings.title')}
        </Link>
        <div className={styles.titleLine}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {props.title}
          </h1>
          {props.badges}
          {props.actions !== undefined && (
            <div className={styles.titleActions}>{props.actions}</div>
          )}
        </div>
      </div>
      {props.children}
    </div>
  );
}
