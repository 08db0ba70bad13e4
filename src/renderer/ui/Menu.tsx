import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

import { FloatingPanel } from './FloatingPanel.tsx';
import styles from './Menu.module.css';

export type MenuItem = {
  readonly label: string;
  readonly onChoose: () => void;
  readonly isDanger?: boolean;
  /** A line above it: from here on the items are of another kind. */
  readonly isApart?: boolean;
};

type Props = { readonly label: string; readonly items: readonly MenuItem[] };

/** Three dots that open a list of actions. Arrows move, a letter jumps to the next item that begins with it. */
export function Menu({ label, items }: Props): ReactNode {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-opens-panel=""
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.code !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <IconDots size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <FloatingPanel
          opener={opener}
          id={id}
          label={label}
          role="menu"
          align="end"
          className={styles.menu}
          onClose={() => setOpen(false)}
          onKeyDown={moveFocus}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              data-danger={item.isDanger === true}
              data-apart={item.isApart === true}
              onClick={() => {
                setOpen(false);
                item.onChoose();
              }}
            >
              {item.label}
            </button>
          ))}
        </FloatingPanel>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = itemAfter(event, items, at);
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
}

function itemAfter(
  { code, key }: KeyboardEvent,
  items: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  switch (code) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at === -1 ? -1 : at - 1);
    case 'Home':
      return items.at(0);
    case 'End':
      return items.at(-1);
    default: {
      if (key.length !== 1) return undefined;
      const typed = key.toLocaleLowerCase();
      const next = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return next.find(({ textContent }) => textContent.toLocaleLowerCase().startsWith(typed));
    }
  }
}
