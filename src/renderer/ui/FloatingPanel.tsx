import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';

import styles from './FloatingPanel.module.css';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

type Props = {
  /** The button it belongs to: it stands beneath it while that one has `aria-expanded`, and gives the focus back to it. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly id: string;
  readonly label: string;
  readonly role: 'dialog' | 'menu';
  readonly align?: 'start' | 'end';
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
};

/** A panel beneath its button, over the page. It holds the focus; Escape and a press elsewhere close it and nothing else. */
export function FloatingPanel(props: Props): ReactNode {
  const { opener, role, align = 'start', onClose, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  useFocusInside(panel, opener);
  useClosing(panel, opener, onClose);
  const target = document.querySelector('main') ?? document.body;
  return createPortal(
    <div
      ref={panel}
      id={props.id}
      role={role}
      aria-label={props.label}
      tabIndex={-1}
      className={`${styles.panel} landing ${props.className ?? ''}`}
      data-align={align}
      onKeyDown={(event) => {
        props.onKeyDown?.(event);
        keepTabInside(event);
      }}
    >
      {children}
    </div>,
    // Inside the page's landmark, but outside a list or bar that would cut it off.
    target,
  );
}

function useFocusInside(
  panel: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const own = panel.current;
    const from = opener.current;
    const first =
      own?.querySelector<HTMLElement>('[data-autofocus]') ??
      own?.querySelector<HTMLElement>(FOCUSABLE);
    (first ?? own)?.focus({ preventScroll: true });
    return () => {
      const active = document.activeElement;
      // A press elsewhere may have moved it already.
      const isOurs = active === document.body || own?.contains(active) === true;
      if (isOurs) from?.focus({ preventScroll: true });
    };
  }, [panel, opener]);
}

function useClosing(
  panel: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    // Captured at the window: an opened request beneath would close too, wherever the focus is by then.
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.code !== 'Escape' || isInDialog(event.target)) return;
      event.stopPropagation();
      onClose();
    };
    const onPress = ({ target }: Event): void => {
      if (!(target instanceof Node) || isInDialog(target)) return;
      const isInside = [panel, opener].some(({ current }) => current?.contains(target) === true);
      if (!isInside) onClose();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('mousedown', onPress, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('mousedown', onPress, { capture: true });
    };
  }, [panel, opener]);
}

/** A question that came up over the page, and over this panel: its keys and presses are its own. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

/** Round and round. */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.code !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [first, last] = [all.at(0), all.at(-1)];
  const edge = event.shiftKey ? first : last;
  const isAtEdge =
    document.activeElement === edge || document.activeElement === event.currentTarget;
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
