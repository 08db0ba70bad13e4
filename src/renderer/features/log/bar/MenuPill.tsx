import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import styles from './Bar.module.css';

type Props = {
  /** Its name stays the same whatever is chosen, so that it can be found again. */
  readonly label: string;
  /** What is chosen, after the name. */
  readonly chosen?: string | null;
  /** The choice says by itself what it is of: its name is only spoken then. */
  readonly isTelling?: boolean;
  readonly icon?: ReactNode;
  readonly onOpened?: () => void;
  readonly children: (close: () => void) => ReactNode;
};

/** A small button with a panel beneath it; Escape and a press elsewhere close the panel and nothing else. */
export function MenuPill(props: Props): ReactNode {
  const { label, chosen = null, isTelling = false, icon, onOpened, children } = props;
  const [open, setOpen] = useState(false);
  useEscape(open, () => setOpen(false));
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      offset={6}
      radius={10}
      shadow="none"
      trapFocus
      returnFocus
      closeOnEscape={false}
      withinPortal
      // Inside the page's landmark.
      portalProps={{ target: 'main' }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.pill}
          data-on={chosen !== null}
          onClick={() => {
            if (!open) onOpened?.();
            setOpen(!open);
          }}
        >
          {icon}
          <span {...(isTelling && chosen !== null ? { className: 'spoken' } : {})}>
            {label}
          </span>{' '}
          {chosen !== null && <span className={styles.pillChosen}>{chosen}</span>}
          <IconChevronDown size={14} aria-hidden="true" className={styles.chevron} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label={label}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Handled before other listeners: the opened request would close too. Wherever the focus is, for a button may be gone by now. */
function useEscape(isOn: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isOn]);
}
