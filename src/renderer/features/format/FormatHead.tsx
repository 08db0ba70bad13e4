import { Button } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';

import type { Dialect } from '#shared/dialect/schema.ts';

import { useSay } from '../../i18n/i18n.ts';
import { fromPreset, presetOf } from './draft.ts';
import styles from './Format.module.css';
import { Presets } from './Presets.tsx';
import { summaryOf } from './summary.ts';

type Props = {
  readonly dialect: Dialect;
  /** Null: the format is fixed. */
  readonly onReplace: ((dialect: Dialect) => void) | null;
};

/** The whole recipe at a glance, and presets to start from. */
export function FormatHead({ dialect, onReplace }: Props): ReactNode {
  const say = useSay();
  const opener = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <header className={styles.head}>
        <div>
          <h2 id="format-title" className="spoken">
            {say('format.title')}
          </h2>
          <p className={styles.title}>{say(`preset.${presetOf(dialect) ?? 'own'}`)}</p>
          <p className={styles.summary}>{summaryOf(dialect, say)}</p>
        </div>
        {onReplace !== null && (
          <Button
            ref={opener}
            variant="default"
            size="xs"
            className={styles.small ?? ''}
            aria-expanded={choosing}
            leftSection={<IconTemplate size={14} aria-hidden="true" />}
            onClick={() => setChoosing(!choosing)}
          >
            {say('preset.open')}
          </Button>
        )}
      </header>
      {choosing && onReplace !== null && (
        <Presets
          dialect={dialect}
          onChoose={(name) => {
            onReplace(fromPreset(name, dialect));
            setChoosing(false);
            // What was pressed is gone; the keyboard goes on from where it was opened.
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}
