import { IconAlertTriangle, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { OfflinePolicy, TeamStanding } from '#shared/domain/team.ts';

import { useSentElsewhereCount } from '../../client/attention.ts';
import { useDesk } from '../../client/deskContext.ts';
import { logHref } from '../../client/logLook.ts';
import { type JoinedTeam, useJoinedTeam } from '../../client/team.ts';
import { type Say, useSay } from '../../i18n/i18n.ts';
import { matchesText } from '../../text/numbers.ts';
import { clockText } from '../../text/time.ts';
import { useLasting } from '../../ui/hooks.ts';
import styles from './TeamMark.module.css';
import { stoppedWord } from './standing.ts';

const TEAM_PAGE = '/settings/team';
/** Every request is behind for a moment: the bar must not change with each. */
const BEHIND_AFTER_MS = 2000;
/** More than a few requests are told of at once. */
const FEW_EVENTS = 50;

/** In the top bar: how the desk stands with its team. A desk without one has no mark. */
export function TeamMark(): ReactNode {
  const team = useJoinedTeam();
  return team === null ? null : <Mark team={team} />;
}

function Mark({ team }: { readonly team: JoinedTeam }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const { standing } = team;
  const isLasting = useLasting(standing.kind === 'behind', BEHIND_AFTER_MS);
  const isMoment = standing.kind === 'behind' && standing.events < FEW_EVENTS && !isLasting;
  const shown: TeamStanding = isMoment ? { kind: 'in_step' } : standing;
  const policy = team.profiles.find(({ profileId }) => profileId === profile.id)?.offline;
  const words = wordsOf(shown, policy ?? 'block', say);
  const twice = useSentElsewhereCount();
  const isTrouble = !['starting', 'in_step', 'behind'].includes(shown.kind);
  return (
    <>
      {!isTrouble && (
        <Link href={TEAM_PAGE} className={styles.calm} title={words} data-standing={shown.kind}>
          <IconUsersGroup size={16} aria-hidden="true" />
          <span className={styles.words}>{words}</span>
        </Link>
      )}
      {/* Trouble is said when it begins; being in step or behind is not. */}
      <span role="status" className={styles.trouble}>
        {isTrouble && (
          <Link
            href={TEAM_PAGE}
            className="pill text-14 bold round-8 amber"
            title={words}
            data-standing={shown.kind}
          >
            <IconAlertTriangle size={16} className="rigid" aria-hidden="true" />
            <span className="cut">{words}</span>
          </Link>
        )}
      </span>
      {/* Being in step says nothing of orders that the desk sent while it was not. */}
      {twice !== null && twice.count > 0 && (
        <Link
          href={logHref({ attention: ['sent_elsewhere'] }, { kind: 'all' })}
          className="pill text-14 bold round-8 amber"
        >
          <IconAlertTriangle size={16} className="rigid" aria-hidden="true" />
          {say('bar.team.sentTwice', { count: twice.count, shown: matchesText(twice) })}
        </Link>
      )}
    </>
  );
}

function wordsOf(standing: TeamStanding, policy: OfflinePolicy, say: Say): string {
  switch (standing.kind) {
    case 'behind':
      return say('bar.team.behind', { count: standing.events });
    case 'offline':
      // The server is there and closed to this desk: no rule of a profile lets a request out.
      if (standing.fault.code === 'login_closed') return say('bar.team.stopped.revoked');
      if (standing.fault.code === 'login_refused') return say('bar.team.stopped.refused');
      return say('bar.team.offline', {
        time: clockText(standing.since),
        policy: say(`bar.team.policy.${policy}`),
      });
    case 'stopped':
      return say(`bar.team.stopped.${stoppedWord(standing.why)}`);
    case 'starting':
    case 'in_step':
    case 'server_ahead':
      return say(`bar.team.${standing.kind}`);
  }
}
