import { IconArrowDown, IconArrowUp, IconColumns } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

import { DEFAULT_LOG_TABLE, LOG_COLUMNS, type LogTableLayout } from '#shared/domain/logSearch.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { MenuPill } from '../../../ui/MenuPill.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { mayHide, movedColumn, withColumn } from '../table/columns.ts';
import styles from './Bar.module.css';

type Props = {
  readonly layout: LogTableLayout;
  readonly onChange: (layout: LogTableLayout) => void;
};

export function ColumnsMenu(props: Props): ReactNode {
  const say = useSay();
  return (
    <MenuPill label={say('log.columns')} icon={<IconColumns size={14} aria-hidden="true" />}>
      {() => <ColumnsPanel {...props} />}
    </MenuPill>
  );
}

function ColumnsPanel({ layout, onChange }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const { columns, density } = layout;
  const shown = columns.map(({ key }) => key);
  const hidden = LOG_COLUMNS.filter((key) => !shown.includes(key));
  const set = (next: LogTableLayout['columns']): void => onChange({ ...layout, columns: next });
  return (
    <div className={styles.menu} data-narrow="true">
      <ul className="stack">
        {[...shown, ...hidden].map((key) => {
          const at = shown.indexOf(key);
          const word = say(`log.${key}`);
          return (
            <li key={key} className="row middle gap-2">
              <label className={`${styles.choice} entry`}>
                <input
                  type="checkbox"
                  className="tick"
                  checked={at !== -1}
                  disabled={at !== -1 && !mayHide(key)}
                  onChange={(event) => set(withColumn(columns, key, event.currentTarget.checked))}
                />
                <span>{word}</span>
              </label>
              <button
                type="button"
                className="quiet square"
                aria-label={say('log.columns.left', { column: word })}
                disabled={at <= 0}
                onClick={() => set(movedColumn(columns, key, -1))}
              >
                <IconArrowUp size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="quiet square"
                aria-label={say('log.columns.right', { column: word })}
                disabled={at === -1 || at === shown.length - 1}
                onClick={() => set(movedColumn(columns, key, 1))}
              >
                <IconArrowDown size={14} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      <Segments
        id={`${id}-density`}
        label={say('log.density')}
        value={density}
        options={(['comfortable', 'compact'] as const).map((value) => ({
          value,
          label: say(`log.density.${value}`),
        }))}
        onChange={(value) => onChange({ ...layout, density: value })}
      />
      <Button size="xs" variant="default" onClick={() => onChange(DEFAULT_LOG_TABLE)}>
        {say('log.columns.reset')}
      </Button>
    </div>
  );
}
