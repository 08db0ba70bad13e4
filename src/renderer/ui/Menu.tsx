import { IconCheck, IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

import { FloatingPanel } from './FloatingPanel.tsx';
import styles from './Menu.module.css';
import { moveFocus } from './moveFocus.ts';

export type MenuItem = {
  readonly label: string;
  readonly onChoose?: () => void;
  readonly isDanger?: boolean;
  /** A line above it: from here on the items are of another kind. */
  readonly isApart?: boolean;
  /** Can be reached and read, but not chosen. */
  readonly isDisabled?: boolean;
  /** Has a check mark while it is on. */
  readonly isChosen?: boolean;
  /** Leads out of the page. */
  readonly href?: string;
  /** One of these is chosen; they are shown in place of the other items. */
  readonly choices?: readonly MenuItem[];
};

type Props = { readonly label: string; readonly items: readonly MenuItem[] };

/** Three dots that open a list of actions. Arrows, Home and End move; a letter jumps to the next item that begins with it. */
export function Menu({ label, items }: Props): ReactNode {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The item whose choices are shown. */
  const [inside, setInside] = useState<string | null>(null);
  const choices = items.find((item) => item.label === inside)?.choices;
  const close = (): void => {
    setOpen(false);
    setInside(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.code === 'Tab') {
      // From the button on, as if the menu had never been open.
      opener.current?.focus();
      close();
    } else if (event.code === 'ArrowLeft' && inside !== null) {
      setInside(null);
    } else if (moveFocus(event, 'menuitem', 'column') === null) {
      focusByLetter(event);
    }
  };
  const choose = (item: MenuItem): void => {
    if (item.isDisabled === true) return;
    if (item.choices !== undefined) return setInside(item.label);
    close();
    item.onChoose?.();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`pill round-8 ${styles.opener}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-opens-panel=""
        onClick={() => (isOpen ? close() : setOpen(true))}
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
          // Drawn anew for the choices of an item, so that the focus begins there.
          key={inside}
          opener={opener}
          id={id}
          label={inside ?? label}
          role="menu"
          align="end"
          className={styles.menu}
          onClose={close}
          onKeyDown={onKeyDown}
        >
          {choices !== undefined && (
            <p className="row middle gap-4 pad-8 text-12 muted" aria-hidden="true">
              <IconChevronLeft size={14} /> {inside}
            </p>
          )}
          {(choices ?? items).map((item) => (
            <Item
              key={item.label}
              item={item}
              isChoice={choices !== undefined}
              onChoose={() => choose(item)}
            />
          ))}
        </FloatingPanel>
      )}
    </>
  );
}

type ItemProps = {
  readonly item: MenuItem;
  readonly isChoice: boolean;
  readonly onChoose: () => void;
};

function Item({ item, isChoice, onChoose }: ItemProps): ReactNode {
  const { isChosen, choices } = item;
  const chosen = choices?.find((choice) => choice.isChosen === true)?.label;
  const attributes = {
    role: isChosen === undefined ? 'menuitem' : isChoice ? 'menuitemradio' : 'menuitemcheckbox',
    tabIndex: -1,
    className: `entry ${styles.item}`,
    'data-danger': item.isDanger === true,
    'data-apart': item.isApart === true,
    onMouseEnter: (event: { readonly currentTarget: HTMLElement }) =>
      event.currentTarget.focus({ preventScroll: true }),
    onClick: onChoose,
    ...(isChosen === undefined ? {} : { 'aria-checked': isChosen }),
    ...(isChoice && isChosen === true ? { 'data-autofocus': '' } : {}),
    ...(item.isDisabled === true ? { 'aria-disabled': true } : {}),
    ...(choices === undefined ? {} : { 'aria-haspopup': 'menu' as const }),
  };
  const content = (
    <>
      <span className="grow narrow">{item.label}</span>
      {chosen !== undefined && <span className="muted">{chosen}</span>}
      {choices !== undefined && <IconChevronRight size={14} aria-hidden="true" />}
      {isChosen === true && <IconCheck size={14} aria-hidden="true" />}
    </>
  );
  if (item.href !== undefined && item.isDisabled !== true) {
    return (
      <a
        {...attributes}
        href={item.href}
        target="_blank"
        rel="noreferrer noopener"
        draggable={false}
      >
        {content}
      </a>
    );
  }
  return (
    <button type="button" {...attributes}>
      {content}
    </button>
  );
}

function focusByLetter(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const after = items.findIndex((item) => item === document.activeElement) + 1;
  const typed = key.toLocaleLowerCase();
  [...items.slice(after), ...items.slice(0, after)]
    .find(({ textContent }) => textContent.toLocaleLowerCase().startsWith(typed))
    ?.focus();
}
