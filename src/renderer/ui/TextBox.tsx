import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';

import styles from './TextBox.module.css';

type BoxProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** Stands at the right end, inside the box. */
  readonly suffix?: ReactNode;
  /** `amount`: the biggest thing on the screen. */
  readonly look?: 'plain' | 'mono' | 'amount' | undefined;
};

export function TextBox({ suffix = null, look = 'plain', ...input }: BoxProps): ReactNode {
  return (
    <span className={styles.box} data-look={look} data-suffix={suffix !== null}>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...input}
        className={styles.control}
      />
      {suffix !== null && <span className={styles.suffix}>{suffix}</span>}
    </span>
  );
}

/** Several lines; it grows with what is typed. */
export function TextArea(area: ComponentProps<'textarea'>): ReactNode {
  return <textarea {...area} className={`${styles.control} ${styles.area}`} />;
}

/** The system's own list: type-ahead, arrows and screen readers work as everywhere. */
export function SelectBox(select: ComponentProps<'select'>): ReactNode {
  return (
    <span className={styles.box} data-suffix="true">
      <select {...select} className={styles.control} />
      <span className={styles.suffix}>
        <IconChevronDown size={16} aria-hidden="true" />
      </span>
    </span>
  );
}
