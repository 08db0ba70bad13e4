import type { ReactNode } from 'react';
import { z } from 'zod';

import { useDesk } from '../client/deskContext.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useSessionStorage } from '../ui/hooks.ts';

const SEEN = z.array(z.string()).readonly().catch([]);

/** Files of set-up that could not be read at this start. On every screen until the operator has acknowledged it: merchants are missing. */
export function SetAsideNotice(): ReactNode {
  const say = useSay();
  const { setAside } = useDesk().info;
  const [seen, setSeen] = useSessionStorage('set-aside-seen', SEEN);
  const unseen = setAside.filter(({ movedTo }) => !seen.includes(movedTo));
  if (unseen.length === 0) return null;
  return (
    <div className="measure stack gap-8 below-16">
      {unseen.map(({ file, movedTo }) => {
        const name = file.split(/[/\\]/u).at(-1) ?? file;
        const profiles = name === 'profiles.json';
        return (
          <Notice
            key={movedTo}
            tone="unknown"
            alert
            title={say('setAside.title', { file: name })}
            actions={
              <>
                {profiles && (
                  <Button href="/settings/import" size="xs" variant="default">
                    {say('file.import')}
                  </Button>
                )}
                <Button size="xs" variant="default" onClick={() => setSeen([...seen, movedTo])}>
                  {say('setAside.seen')}
                </Button>
              </>
            }
          >
            {say(profiles ? 'setAside.profiles' : 'setAside.other', { movedTo })}
          </Notice>
        );
      })}
    </div>
  );
}
