import type { ReactNode } from 'react';

import { useDesk } from '../../client/deskContext.ts';
import { useListener } from '../../client/listener.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Inbox.module.css';

/** Why it is empty, and the one thing to do about it. */
export function EmptyInbox(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const listener = useListener(profile.id).data;
  if (listener === undefined) return null;
  const path = `/settings/profile/${profile.id}/callbacks`;
  const { state, problem, address, publicAddress } = listener;
  const word = { off: 'off', failed: 'failed', listening: 'quiet' } as const;
  return (
    <div className={styles.empty}>
      <h2 className="text-18 ink bold">{say(`inbox.${word[state]}.title`)}</h2>
      {state === 'off' && <p>{say('inbox.off.text', { profile: profile.name })}</p>}
      {problem !== null && <p>{say(`listener.problem.${problem.code}`)}</p>}
      {state === 'listening' && (
        <>
          <p>{say('inbox.quiet.text', { profile: profile.name })}</p>
          <p className={styles.address}>{publicAddress ?? address}</p>
        </>
      )}
      <Button href={path} {...(state === 'listening' ? { variant: 'default' } : {})}>
        {say(state === 'listening' ? 'inbox.quiet.step' : 'inbox.off.step')}
      </Button>
    </div>
  );
}
