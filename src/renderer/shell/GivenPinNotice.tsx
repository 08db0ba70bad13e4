import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { useDesk } from '../client/deskContext.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

const PEOPLE = '/settings/people';

/** A PIN that a supervisor chose is known to two people, and so says nothing about which of them signed in. */
export function GivenPinNotice(): ReactNode {
  const say = useSay();
  const [location] = useLocation();
  // There the page itself says so.
  if (useDesk().session.person?.hasGivenPin !== true || location === PEOPLE) return null;
  return (
    <div className="below-12">
      <Notice
        tone="unknown"
        actions={
          <Button size="xs" variant="default" href={PEOPLE}>
            {say('person.givenPin.do')}
          </Button>
        }
      >
        {say('person.givenPin')}
      </Notice>
    </div>
  );
}
