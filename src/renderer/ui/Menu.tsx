import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

import { FloatingPanel } from './FloatingPanel.tsx';
import styles from './Menu.module.css';
import { moveFocus } from './moveFocus.ts';

type MenuItem = {
  readonly label: string;
  readonly onChoose: () => void;
  readonly isDanger?: boolean;
  /** A line above it: from here on the items are of another kind. */
  readonly isApart?: boolean;
};

type Props = { readonly label: string; readonly items: readonly MenuItem[] };

/** Three dots that open a list of actions. Arrows, Home and End move; a letter jumps to the next item that begins with it. */
export function Menu({ label, items }: Props): ReactNode {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.code === 'Tab') {
      // From the button on, as if the menu had never been open.
      opener.current?.focus();
      setOpen(false);
    } else if (moveFocus(event, 'menuitem', 'column') === null) {
      focusByLetter(event);
    }
  };
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
          onKeyDown={onKeyDown}
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
              onMouseEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
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

function focusByLetter(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const after = items.findIndex((item) => item === document.activeElement) + 1;
  const typed = key.toLocaleLowerCase();
  [...items.slice(after), ...items.slice(0, after)]
    .find(({ textContent }) => textContent.toLocaleLowerCase().startsWith(typed))
    ?.focus();
}
