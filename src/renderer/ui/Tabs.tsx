import { type KeyboardEvent, type ReactNode, useId } from 'react';

import styles from './Tabs.module.css';

type Props<N extends string> = {
  /** The list's name for those who hear it. */
  readonly label: string;
  readonly tabs: readonly { readonly name: N; readonly label: string }[];
  readonly chosen: N;
  readonly onChoose: (name: N) => void;
  /** At the other end of the list's line. */
  readonly beside?: ReactNode;
  /** The panel of the chosen one. */
  readonly children: ReactNode;
};

/** Of the panels only the chosen one is there. It takes the keyboard when it appears: arrows only move, Enter and Space choose. */
export function Tabs<N extends string>(props: Props<N>): ReactNode {
  const { label, tabs, chosen, onChoose, beside, children } = props;
  const id = useId();
  return (
    <>
      <div className={styles.head}>
        <div role="tablist" aria-label={label} className="row wrap gap-4" onKeyDown={moveFocus}>
          {tabs.map((tab) => (
            <button
              key={tab.name}
              type="button"
              role="tab"
              id={`${id}-${tab.name}`}
              className={styles.tab}
              aria-selected={tab.name === chosen}
              aria-controls={tab.name === chosen ? `${id}-panel` : undefined}
              tabIndex={tab.name === chosen ? 0 : -1}
              onClick={() => onChoose(tab.name)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const to = tabs.at(placeAfter(event.code, at, tabs.length) ?? at);
  if (at === -1 || to === tabs[at]) return;
  event.preventDefault();
  to?.focus();
}

/** Round and round. */
function placeAfter(code: string, at: number, count: number): number | null {
  switch (code) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return null;
  }
}
