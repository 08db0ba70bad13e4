import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

import { useDesk } from '../client/deskContext.ts';
import { KEYS } from '../client/keys.ts';
import { isSignedOut } from '../client/firstAnswers.ts';
import { useSession } from '../client/queries.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from '../ui/Button.tsx';
import styles from './LockCover.module.css';

/** While the operator's session is locked nothing of the desk is seen: not through a gap, not in a picture of the window. */
export function LockCover(): ReactNode {
  const { locked } = useDesk();
  const session = useSession().data;
  // The sign-in screen covers the page as well, and two covers would keep each other from the keyboard.
  return locked && (session === undefined || !isSignedOut(session)) && <Cover />;
}

function Cover(): ReactNode {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  const cache = useQueryClient();
  useLayoutEffect(() => {
    const own = dialog.current;
    const page = document.documentElement;
    // Above every other dialog, and first: what had the focus keeps it until it is seen again.
    own?.showModal();
    page.dataset['locked'] = '';
    return () => {
      delete page.dataset['locked'];
      own?.close();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={`${styles.cover} full tall muted on-ground`}
      data-lock-cover=""
      aria-label={say('lock.title')}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <p className="text-18 ink bold">{say('app.name')}</p>
      <p>{say('lock.title')}</p>
      {/* A system that does not report the unlock must not keep the operator out of the desk. */}
      <Button variant="default" onClick={() => cache.setQueryData(KEYS.lock, { locked: false })}>
        {say('lock.show')}
      </Button>
    </dialog>,
    document.body,
  );
}
