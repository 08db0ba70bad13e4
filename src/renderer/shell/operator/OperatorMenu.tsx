import { IconChevronDown, IconUser } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { onDemand } from '../../ui/onDemand.tsx';
import styles from './OperatorMenu.module.css';

const content = onDemand(async () => (await import('./OperatorPanel.tsx')).OperatorPanel, null);

/** Who is at the desk, and what belongs to the desk rather than to a request. */
export function OperatorMenu(): ReactNode {
  const say = useSay();
  const { operatorName } = useDesk().settings;
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useOutside(place, isOpen, () => setOpen(false));
  return (
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.code !== 'Escape' || !isOpen) return;
        // The opened request would close too.
        event.stopPropagation();
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={say('bar.menu', { name: operatorName })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        title={say('bar.menu', { name: operatorName })}
        data-tour="operator"
        onClick={() => setOpen(!isOpen)}
      >
        <IconUser size={16} aria-hidden="true" />
        <span className={styles.name}>{operatorName}</span>
        <IconChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={panelId} role="group" aria-label={say('desk.menu')} className={styles.panel}>
          <content.Part
            onDone={() => {
              setOpen(false);
              opener.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Closes when the pointer or the keyboard goes elsewhere. */
function useOutside(
  place: { readonly current: HTMLElement | null },
  isOn: boolean,
  leave: () => void,
): void {
  const onTurn = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && place.current?.contains(event.target) === false) leave();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: Event): void => onTurn(event);
    window.addEventListener('pointerdown', listener);
    window.addEventListener('focusin', listener);
    return () => {
      window.removeEventListener('pointerdown', listener);
      window.removeEventListener('focusin', listener);
    };
  }, [isOn]);
}
