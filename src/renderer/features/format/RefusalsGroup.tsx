import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Refusal } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import type { Editing } from './editing.ts';
import styles from './Format.module.css';
import { ListKnob } from './Knobs.tsx';
import { RefusalRow } from './RefusalRow.tsx';

const MOST = 100;
const EMPTY: Refusal = { status: 200, path: '', value: '', meaning: 'refused', wording: '' };

const asStatus = (item: string): string => String(Number(item));

/** What is a definite no: by status alone, and by what was taught. */
export function RefusalsGroup({ editing }: { readonly editing: Editing }): ReactNode {
  const say = useSay();
  const { definiteNoStatuses, tryLaterStatuses, refusals } = editing.dialect;
  const put = (next: readonly Refusal[]): void => editing.set('refusals', next);
  return (
    <>
      <div className={styles.knobs}>
        <ListKnob
          word="knob.definiteNo"
          editing={editing}
          path="definiteNoStatuses"
          items={definiteNoStatuses.map(String)}
          kept={asStatus}
          onChange={(items) => editing.set('definiteNoStatuses', items.map(Number))}
        />
        <ListKnob
          word="knob.tryLater"
          editing={editing}
          path="tryLaterStatuses"
          items={tryLaterStatuses.map(String)}
          kept={asStatus}
          onChange={(items) => editing.set('tryLaterStatuses', items.map(Number))}
        />
      </div>
      <section className={styles.block} aria-labelledby="refusals-title">
        <h3 id="refusals-title" className={styles.subheading}>
          {say('knob.refusals')}
        </h3>
        <p className={styles.explanation}>{say('knob.refusals.text')}</p>
        {refusals.length === 0 && <p className={styles.empty}>{say('knob.refusals.none')}</p>}
        {refusals.length > 0 && (
          <ul className={styles.rows}>
            {refusals.map((refusal, at) => (
              // Rows have no identity of their own; their order changes only by removing.
              <RefusalRow
                key={`${refusals.length}-${at}`}
                refusal={refusal}
                path={`refusals.${at}`}
                editing={editing}
                onChange={(next) => put(refusals.with(at, next))}
                onRemove={() => put(refusals.filter((_, other) => other !== at))}
              />
            ))}
          </ul>
        )}
        {!editing.readOnly && refusals.length < MOST && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => put([...refusals, EMPTY])}
            >
              {say('knob.refusals.add')}
            </Button>
          </div>
        )}
      </section>
    </>
  );
}
