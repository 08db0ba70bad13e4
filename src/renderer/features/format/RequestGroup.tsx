import type { ReactNode } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { CompanionHeaders } from './CompanionHeaders.tsx';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { RowKnob } from './Knobs.tsx';

const BODIES = ['json', 'form'] as const;

export function RequestGroup({ editing }: { readonly editing: Editing }): ReactNode {
  const say = useSay();
  return (
    <>
      <div className={styles.knobs}>
        <RowKnob
          word="knob.body"
          value={editing.dialect.body}
          options={BODIES.map((value) => ({ value, label: say(`knob.body.${value}`) }))}
          onChange={(body) => editing.set('body', body)}
        />
      </div>
      <CompanionHeaders editing={editing} />
    </>
  );
}
