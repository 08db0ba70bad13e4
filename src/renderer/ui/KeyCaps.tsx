import { Fragment, type ReactNode } from 'react';

import { KeyCap } from './KeyCap.tsx';
import { type Chord, ariaOf, capsOf } from './keys.ts';
import styles from './KeyCaps.module.css';

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
          {at > 0 && <span className={styles.between}>{between}</span>}
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
