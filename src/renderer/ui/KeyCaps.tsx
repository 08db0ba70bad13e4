import { Fragment, type ReactNode } from 'react';

import { KeyCap } from './KeyCap.tsx';
import { type Chord, ariaOf, capsOf } from './keys.ts';
import styles from './KeyCaps.module.css';

/** From one key to another with the same held: "Alt Shift 1 … 9". */
export function KeyRange({ chords }: { readonly chords: readonly Chord[] }): ReactNode {
  const [first] = chords;
  const last = chords.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <span className={styles.caps}>
      <span className={styles.chord}>
        <span className="spoken">{`${ariaOf(first)} … ${ariaOf(last)}`}</span>
        {capsOf(first).map((cap) => (
          <KeyCap key={cap}>{cap}</KeyCap>
        ))}
        <span className="text-12 muted" aria-hidden="true">
          …
        </span>
        <KeyCap>{capsOf(last).at(-1)}</KeyCap>
      </span>
    </span>
  );
}

type Props = {
  readonly chords: readonly Chord[];
  /** Between two of them: "or", "to". */
  readonly between: string;
};

/** Keys as they look on a keyboard, one cap each, and as words for those who hear them. */
export function KeyCaps({ chords, between }: Props): ReactNode {
  return (
    <span className={styles.caps}>
      {chords.map((chord, at) => (
        <Fragment key={ariaOf(chord)}>
          {at > 0 && <span className="text-12 muted">{between}</span>}
          <span className={styles.chord}>
            <span className="spoken">{ariaOf(chord)}</span>
            {capsOf(chord).map((cap) => (
              <KeyCap key={cap}>{cap}</KeyCap>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
