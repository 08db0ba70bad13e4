import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

import { useJoinedTeam } from '../../client/team.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Segments } from '../../ui/Segments.tsx';

const SCOPES = ['desk', 'team'] as const;
type Props = { readonly scope: (typeof SCOPES)[number] };

/** In the state of the history: the keyboard was on the switch when the other scope was opened. */
const BY_SWITCH = 'scope';

/** Between this desk's log and the team's. Nothing to choose for a desk without a team. */
export function ScopeSwitch({ scope }: Props): ReactNode {
  const say = useSay();
  const team = useJoinedTeam();
  const [, navigate] = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Each scope is a screen of its own: the arrow keys go on where they were pressed.
    if (history.state === BY_SWITCH) place.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, []);
  if (team === null) return null;
  return (
    <div ref={place}>
      <Segments
        look="bar"
        label={say('scope.title')}
        value={scope}
        options={SCOPES.map((value) => ({ value, label: say(`scope.${value}`) }))}
        onChange={(to) => navigate(to === 'team' ? '/log/team' : '/log', { state: BY_SWITCH })}
      />
    </div>
  );
}
