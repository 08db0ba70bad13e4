import type { ReactNode } from 'react';

import { type WordKey, useSay } from '../../i18n/i18n.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Figure } from './KeyFigures.tsx';
import figures from './KeyFigures.module.css';
import styles from './Overview.module.css';
import { Panel } from './Panel.tsx';

const FIGURES: readonly WordKey[] = [
  'overview.requests',
  'overview.requested',
  'overview.accepted',
  'overview.waiting',
  'overview.unmatched',
];
const PANELS = [
  'overview.overTime',
  'overview.outcomes',
  'overview.unknowns',
  'overview.callbacks',
] as const satisfies readonly WordKey[];
/** A line of its own, whatever will stand there. */
const HINT = '\u00a0';

/** Every figure and panel in its place, without its numbers. */
export function Waiting(): ReactNode {
  const say = useSay();
  return (
    <div className="stack gap-16" role="status" aria-label={say('overview.loading')}>
      <div className={`${figures.figures} stack framed round-12`}>
        {FIGURES.map((word) => (
          <Figure
            key={word}
            label={say(word)}
            value={<Skeleton height={22} width="60%" className="above-4" />}
          >
            <Skeleton height={12} width="40%" className="above-4" />
          </Figure>
        ))}
      </div>
      <div className={`${styles.panels} stack gap-16`}>
        {PANELS.map((word) => (
          <Panel
            key={word}
            isWide={word === 'overview.overTime'}
            title={say(word)}
            hint={word === 'overview.outcomes' ? null : HINT}
          >
            <Skeleton className={styles.waiting ?? ''} />
          </Panel>
        ))}
      </div>
    </div>
  );
}
