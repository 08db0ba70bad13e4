import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { useDesk, useMay } from '../client/deskContext.ts';
import { useProtecting, useProtection } from '../client/protection.ts';
import { useUpdateSettings } from '../client/queries.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

const LOG = '/settings/log';

/** On every screen while files are written, because requests wait; and once, in Settings, the offer to protect a desk that has gone Live. */
export function ProtectionNotice(): ReactNode {
  const say = useSay();
  const [location] = useLocation();
  const { data: protection } = useProtection();
  const progress = useProtecting();
  // There the page itself says so.
  if (protection === undefined || location === LOG) return null;
  if (!protection.isRunning) return <Offer state={protection.state} />;
  return (
    <div className="below-12">
      <Notice tone="calm">
        <p>{say('protect.running')}</p>
        {progress !== null && <p role="status">{say('protect.progress', progress)}</p>}
      </Notice>
    </div>
  );
}

function Offer({ state }: { readonly state: 'on' | 'off' }): ReactNode {
  const say = useSay();
  const [location] = useLocation();
  const { profiles, settings } = useDesk();
  const update = useUpdateSettings();
  const mayProtect = useMay('supervise');
  const isLive = profiles.some(({ mode, archivedAt }) => mode === 'live' && archivedAt === null);
  const isWanted = state === 'off' && isLive && !settings.protectionPutOff;
  if (!isWanted || !mayProtect || !location.startsWith('/settings')) return null;
  return (
    <div className="measure below-12">
      <Notice
        tone="calm"
        title={say('protect.offer')}
        actions={
          <>
            <Button size="xs" variant="default" href={LOG}>
              {say('protect.do')}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => update.mutate({ protectionPutOff: true })}
            >
              {say('protect.offer.later')}
            </Button>
          </>
        }
      >
        {say('protect.offer.text')}
      </Notice>
    </div>
  );
}
