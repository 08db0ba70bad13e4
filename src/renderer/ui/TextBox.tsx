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
    <span className={`${styles.box} block relative`} data-look={look} data-suffix={suffix !== null}>
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

type AreaProps = ComponentProps<'textarea'> & {
  /** `mono`: a document or a key, in as many lines as `rows` says. Plain: it grows with what is typed. */
  readonly look?: 'plain' | 'mono';
};

export function TextArea({ look = 'plain', className = '', ...area }: AreaProps): ReactNode {
  return (
    <textarea
      autoComplete="off"
      spellCheck={look === 'plain'}
      {...area}
      className={`${styles.control} ${styles.area} ${className}`}
      data-look={look}
    />
  );
}

/** The system's own list: type-ahead, arrows and screen readers work as everywhere. */
export function SelectBox(select: ComponentProps<'select'>): ReactNode {
  return (
    <span className={`${styles.box} block relative`} data-suffix="true">
      <select {...select} className={styles.control} />
      <span className={styles.suffix}>
        <IconChevronDown size={16} aria-hidden="true" />
      </span>
    </span>
  );
}
