import type { ReactNode } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import styles from './Importing.module.css';

type Part = { readonly tone: 'calm' | 'bad' | 'unknown' | 'idle'; readonly count: number };

type Props = {
  readonly label: string;
  readonly done: number;
  /** Null: not known yet. */
  readonly total: number | null;
  /** What the done part consists of; left out: one colour. */
  readonly parts?: readonly Part[];
  readonly action?: ReactNode;
};

/** How far something is, in words and as a bar. */
export function Progress({ label, done, total, parts, action = null }: Props): ReactNode {
  const say = useSay();
  const text =
    total === null
      ? countText(done)
      : say('batch.progress.of', { done: countText(done), total: countText(total) });
  const widthOf = (count: number): string =>
    `${total === null || total === 0 ? 0 : (100 * count) / total}%`;
  return (
    <div className="stack gap-6">
      <div className="row middle between gap-12">
        <p className="medium">{label}</p>
        <p className="row middle gap-12 muted">
          {text}
          {action}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuetext={text}
        {...(total === null ? {} : { 'aria-valuemax': total, 'aria-valuenow': done })}
        className={styles.track}
      >
        {(parts ?? [{ tone: 'calm' as const, count: done }]).map(({ tone, count }) => (
          <div key={tone} data-tone={tone} style={{ inlineSize: widthOf(count) }} />
        ))}
      </div>
    </div>
  );
}
