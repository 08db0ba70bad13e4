import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

import styles from './CheckLine.module.css';

const ICONS = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconCircleX,
  skipped: IconCircleMinus,
  waiting: IconCircleDashed,
} as const;

type Props = {
  readonly name: string;
  readonly number: number;
  readonly status: keyof typeof ICONS;
  /** How it stands, for those who do not see the icon. */
  readonly spoken: string;
  readonly underWay: boolean;
  /** What to do about it; null: nothing. */
  readonly next: string | null;
  /** What was seen; not shown while it waits. */
  readonly children: ReactNode;
};

/** One step of a check, with its number, how it stands, what was seen and what to do. */
export function CheckLine(props: Props): ReactNode {
  const { name, number, status, spoken, underWay, next, children } = props;
  const Icon = ICONS[status];
  return (
    <li className={styles.step} data-status={status}>
      <span className={`${styles.icon} toned row middle muted`} data-tone={status}>
        {underWay ? <span className={styles.turning} /> : <Icon size={18} aria-hidden="true" />}
      </span>
      <span className="muted end">{number}</span>
      <p className="bold">
        {name}
        <span className="spoken">{`: ${spoken}. `}</span>
      </p>
      {status !== 'waiting' && (
        <div className={`${styles.seen} stack gap-4`}>
          {children}
          {next !== null && (
            <p className={`${styles.next} pad-6-12 text-13 medium unknown round-6`}>{next}</p>
          )}
        </div>
      )}
    </li>
  );
}
