import type { ReactNode } from 'react';

import { useSay } from '../../i18n/i18n.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import styles from './Palette.module.css';
import type { Group, Option } from './useOptions.tsx';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly activeId: string | null;
  readonly onPoint: (id: string) => void;
  readonly onChoose: (option: Option) => void;
};

export function optionElementId(listId: string, optionId: string): string {
  return `${listId}-${optionId}`;
}

/** The keyboard is never in it: the box names the active one. */
export function OptionList(props: Props): ReactNode {
  const { id, label, options } = props;
  if (options.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list}>
      {[...new Set(options.map(({ group }) => group))].map((group) => (
        <OptionGroup
          key={group}
          {...props}
          group={group}
          own={options.filter((one) => one.group === group)}
        />
      ))}
    </div>
  );
}

type GroupProps = Props & { readonly group: Group; readonly own: readonly Option[] };

function OptionGroup({ id, group, own, activeId, onPoint, onChoose }: GroupProps): ReactNode {
  const say = useSay();
  const headingId = `${id}-${group}`;
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation" className={styles.heading}>
        {say(`palette.group.${group}`)}
      </div>
      {own.map((option) => (
        <div
          key={option.id}
          id={optionElementId(id, option.id)}
          role="option"
          aria-selected={option.id === activeId}
          className={styles.option}
          onPointerMove={() => onPoint(option.id)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span className={styles.title}>{option.title}</span>
          {option.detail !== null && <span className={styles.detail}>{option.detail}</span>}
          <span className={styles.end}>
            {option.badge}
            {option.cap !== null && <KeyCap>{option.cap}</KeyCap>}
          </span>
        </div>
      ))}
    </div>
  );
}
