import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

import type { Session } from '#shared/domain/people.ts';

import { useSay } from '../i18n/i18n.ts';
import { onDemand } from '../ui/onDemand.tsx';
import styles from './PersonCover.module.css';

const signIn = onDemand(async () => (await import('../features/people/SignIn.tsx')).SignIn);

/**
 * Stands in place of the page while no person is signed in. What is beneath keeps what was typed, but is neither displayed nor
 * reachable: not by Tab, by a screen reader or by the browser's search.
 */
export function PersonCover({ session }: { readonly session: Session }): ReactNode {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const own = dialog.current;
    const page = document.getElementById('root');
    // First: the browser remembers what had the focus, and gives it back at the end.
    own?.showModal();
    page?.setAttribute('inert', '');
    page?.setAttribute('hidden', '');
    return () => {
      page?.removeAttribute('hidden');
      page?.removeAttribute('inert');
      own?.close();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={`${styles.cover} full tall on-ground`}
      aria-label={say('person.signIn')}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <signIn.Part session={session} />
    </dialog>,
    document.body,
  );
}

/** Ahead of the first lock, so that it shows at once. */
export const loadSignIn = (): void => void signIn.load();
