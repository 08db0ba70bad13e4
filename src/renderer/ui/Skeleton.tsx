import type { ReactNode } from 'react';

import styles from './Skeleton.module.css';

type Props = {
  /** In pixels; without one the class gives it. */
  readonly height?: number;
  readonly width?: number | string;
  readonly className?: string | undefined;
  readonly 'aria-label'?: string;
};

/** Keeps the place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ height, width, className = '', ...rest }: Props): ReactNode {
  return (
    <div
      {...rest}
      data-skeleton=""
      className={`${styles.skeleton} ${className}`}
      style={{ blockSize: height, inlineSize: width }}
    />
  );
}
