import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';

import { FloatingPanel } from './FloatingPanel.tsx';
import styles from './MenuPill.module.css';

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
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="pill"
        data-on={chosen !== null}
        data-opens-panel=""
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          if (!open) onOpened?.();
          setOpen(!open);
        }}
      >
        {icon}
        <span {...(isTelling && chosen !== null ? { className: 'spoken' } : {})}>{label}</span>{' '}
        {chosen !== null && <span className={`${styles.chosen} cut bold`}>{chosen}</span>}
        <IconChevronDown size={14} aria-hidden="true" className={styles.chevron} />
      </button>
      {open && (
        <FloatingPanel
          opener={opener}
          id={id}
          label={label}
          role="dialog"
          className={styles.panel}
          onClose={close}
        >
          {children(close)}
        </FloatingPanel>
      )}
    </>
  );
}
