import type { ReactNode } from 'react';

import { May, useDesk, useMay } from '../../client/deskContext.ts';
import { type JoinedTeam, useTeamState } from '../../client/team.ts';
import { useSay } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts, Panel } from '../../ui/form/Parts.tsx';
import { ActionError, Notice, QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Signatures } from '../papers/Signatures.tsx';
import { Conflicts } from './Conflicts.tsx';
import { JoinTeam } from './JoinTeam.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { useTakeNumbers } from './queries.ts';
import { standingWords } from './standing.ts';
import { TeamProfiles } from './TeamProfiles.tsx';
import { TeamWords } from './TeamWords.tsx';

/** Settings → Team. */
export function TeamPage(): ReactNode {
  return (
    <TeamWords>
      <Parts />
    </TeamWords>
  );
}

function Parts(): ReactNode {
  const say = useSay();
  const state = useTeamState();
  const mayJoin = useMay('set_up');
  const mayRead = useMay('read_log');
  const { hasPeople } = useDesk().session;
  const team = state.data;
  if (team === undefined) {
    return state.error === null ? <Skeleton height={280} /> : <QueryError of={state} />;
  }
  if (team.kind === 'none') {
    return (
      <Panel title={say('team.title')} text={say('team.text')}>
        {mayJoin ? <JoinTeam /> : <Notice tone="calm">{say('team.readOnly')}</Notice>}
      </Panel>
    );
  }
  return (
    <>
      <Standing team={team} />
      {team.numbers === 'unknown' && <NumbersUnknown />}
      {mayRead && team.conflicts > 0 && <Conflicts count={team.conflicts} />}
      {hasPeople && <Signatures />}
      <May to="set_up">
        <TeamProfiles team={team} />
        <LeaveTeam />
      </May>
    </>
  );
}

/** What a person with the set-up permission can do where neither keychain nor server tells which numbers were used. */
function NumbersUnknown(): ReactNode {
  const say = useSay();
  const take = useTakeNumbers();
  return (
    <Panel
      title={say('team.numbers')}
      text={say('team.numbers.text')}
      actions={
        <May to="set_up">
          <Button variant="default" disabled={take.isPending} onClick={() => take.mutate({})}>
            {say('team.numbers.take')}
          </Button>
        </May>
      }
    >
      <ActionError error={take.error} />
    </Panel>
  );
}

/** From this difference on the clocks are worth a word. */
const CLOCK_SHOWN_MS = 2000;

function Standing({ team }: { readonly team: JoinedTeam }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { tone, state, next, detail } = standingWords(team.standing, language, say);
  const offsetMs = team.clockOffsetMs ?? 0;
  return (
    <Panel title={say('team.title')}>
      <Facts
        rows={[
          [say('team.fact.desk'), team.desk],
          [say('team.fact.code'), team.code ?? say('team.fact.code.none')],
          [say('team.fact.server'), `${team.host}:${team.port}`],
          [say('team.fact.database'), team.database],
        ]}
      />
      <div role="status">
        <Notice tone={tone}>
          <p>{state}</p>
          {next !== null && <p>{next}</p>}
          {detail !== null && detail !== '' && (
            <p className="mono text-12">{say('team.detail', { detail })}</p>
          )}
        </Notice>
      </div>
      {Math.abs(offsetMs) > CLOCK_SHOWN_MS && (
        <Notice tone="unknown">
          {say(offsetMs > 0 ? 'team.clock.behind' : 'team.clock.ahead', {
            seconds: Math.round(Math.abs(offsetMs) / 1000),
          })}
        </Notice>
      )}
    </Panel>
  );
}
