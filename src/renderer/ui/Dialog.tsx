import { type ReactNode, useLayoutEffect, useRef } from 'react';

import styles from './Dialog.module.css';

const FIRST = 'data-first-focus';
/** Spread on what takes the keyboard when the dialog opens. */
export const FIRST_FOCUS = { [FIRST]: '' };

type Props = {
  readonly label: string;
  /** The palette stands near the top, so that its list may grow and shrink without moving what is typed in. */
  readonly size: 'palette' | 'wide';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The browser's own: the page beneath is out of reach while it is there, and has the focus back where it was when it goes. */
export function Dialog({ label, size, onClose, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const giveBack = focusGiver(document.activeElement);
    const own = dialog.current;
    own?.showModal();
    own?.querySelector<HTMLElement>(`[${FIRST}]`)?.focus();
    return () => {
      own?.close();
      giveBack();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-label={label}
      onCancel={(event) => {
        // React takes it off the page.
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // Nothing beneath is to hear it: Escape would close the opened request too.
        event.stopPropagation();
        if (event.code !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        // Beside it: the backdrop is the dialog's own, its content is not.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={`${styles.content} column narrow short grow`}>{children}</div>
    </dialog>
  );
}

/** Gives the focus back where it is now, with what is marked there: a browser puts the caret somewhere else. */
function focusGiver(origin: Element | null): () => void {
  if (!(origin instanceof HTMLElement)) return () => undefined;
  const isText = origin instanceof HTMLInputElement || origin instanceof HTMLTextAreaElement;
  const [from, to] = isText ? [origin.selectionStart, origin.selectionEnd] : [null, null];
  return () => {
    if (!origin.isConnected) return;
    origin.focus({ preventScroll: true });
    // A box for anything but text has no caret, and says so by null.
    if (isText && from !== null) origin.setSelectionRange(from, to);
  };
}
