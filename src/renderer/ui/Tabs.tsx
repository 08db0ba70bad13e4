import { type ReactNode, useId } from 'react';

import { moveFocus } from './moveFocus.ts';
import styles from './Tabs.module.css';

type Tab<N> = {
  readonly name: N;
  readonly label: string;
  /** A dot after the label, in its colour, and what it says. */
  readonly mark?: { readonly tone: 'needed' | 'bad'; readonly text: string } | null;
};

type Props<N extends string> = {
  /** The list's name for those who hear it. */
  readonly label: string;
  readonly tabs: readonly Tab<N>[];
  readonly chosen: N;
  readonly onChoose: (name: N) => void;
  /**
   * `bar`: above a panel. `line`: a panel's own head. `inner`: inside of a panel that has tabs itself. `side`: a list beside
   * the panel, above it where the page is narrow.
   */
  readonly look?: 'bar' | 'line' | 'inner' | 'side';
  /** Arrows choose at once, where drawing the panel costs nothing; otherwise Enter and Space choose. */
  readonly choosesOnFocus?: boolean;
  readonly panelClass?: string | undefined;
  /** The panel of the chosen one. */
  readonly children: ReactNode;
};

/** Of the panels only the chosen one is there. */
export function Tabs<N extends string>(props: Props<N>): ReactNode {
  const { label, tabs, chosen, onChoose, look = 'bar', choosesOnFocus, panelClass } = props;
  const id = useId();
  return (
    <>
      <div className={styles.head} data-look={look}>
        <div
          role="tablist"
          aria-label={label}
          {...(look === 'side' ? { 'aria-orientation': 'vertical' } : {})}
          className="row wrap gap-4"
          onKeyDown={(event) => {
            const to = moveFocus(event, 'tab', look === 'side' ? 'column' : 'row');
            if (choosesOnFocus === true) to?.click();
          }}
        >
          {tabs.map(({ name, label: words, mark = null }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              className={styles.tab}
              aria-selected={name === chosen}
              aria-controls={name === chosen ? `${id}-panel` : undefined}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => onChoose(name)}
            >
              {words}
              {mark !== null && (
                <span className={styles.mark} data-tone={mark.tone} title={mark.text}>
                  <span className="spoken">{mark.text}</span>
                </span>
              )}
            </button>
          ))}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={-1}
        className={panelClass}
      >
        {props.children}
      </div>
    </>
  );
}
