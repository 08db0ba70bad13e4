import { type ReactNode, useRef, useState } from 'react';
import { Redirect } from 'wouter';

import { OUTCOMES } from '#shared/domain/logSearch.ts';
import { profileModeSchema } from '#shared/domain/profile.ts';

import { useDesk } from '../../client/deskContext.ts';
import type { TeamFilter } from '../../client/keys.ts';
import { useTeamState } from '../../client/team.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { useDebouncedValue } from '../../ui/hooks.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SearchBox } from '../log/bar/SearchBox.tsx';
import { LogTabs } from '../log/LogTabs.tsx';
import { PapersWords } from '../papers/PapersWords.tsx';
import { Away } from './Away.tsx';
import { useTeamDesks, useTeamPages } from './queries.ts';
import { ScopeSwitch } from './ScopeSwitch.tsx';
import styles from './Team.module.css';
import { TeamTable } from './TeamTable.tsx';
import { TeamWords } from './TeamWords.tsx';

/** Log → Team. Without a team, this desk's log. */
export function TeamLogScreen(): ReactNode {
  const { data } = useTeamState();
  if (data === undefined) return <Skeleton height={420} />;
  if (data.kind === 'none') return <Redirect to="/log" replace />;
  return (
    <TeamWords>
      <PapersWords>
        <TeamLog />
      </PapersWords>
    </TeamWords>
  );
}

const MODES = profileModeSchema.options;
/** Typing is not asked for letter by letter. */
const ASK_AFTER_MS = 200;
/** The server looks for parts of a word from this length on. */
const SHORTEST_PART = 3;

function TeamLog(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  // Training is not looked for beside what is really issued.
  const [filter, setFilter] = useState<TeamFilter>({
    text: '',
    desk: null,
    outcome: null,
    mode: profile.mode,
  });
  const text = useDebouncedValue(filter.text.trim(), ASK_AFTER_MS);
  const pages = useTeamPages({ ...filter, text });
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = pages.data?.pages.flat() ?? [];
  const isNarrowed = text !== '' || [filter.desk, filter.outcome, filter.mode].some(Boolean);
  const isEmpty = pages.data !== undefined && rows.length === 0;
  return (
    <div className="column narrow tall">
      <div className="screen-head rigid">
        <h1 className="text-18 bold">{say('log.title')}</h1>
        <LogTabs chosen="requests" />
        <ScopeSwitch scope="team" />
        {rows.length > 0 && (
          <p className="text-13 muted push" role="status">
            {say(pages.hasNextPage ? 'team.log.countMore' : 'team.log.count', {
              shown: countText(rows.length),
            })}
          </p>
        )}
      </div>
      <Bar
        filter={filter}
        onChange={setFilter}
        onDown={() => body.current?.querySelector<HTMLElement>('tr')?.focus()}
      />
      <Away of={pages} />
      {pages.isPending && pages.error === null && <Skeleton height={420} />}
      {isEmpty && (
        <p className="dashed" role="status">
          {say(isNarrowed ? 'team.log.noMatch' : 'team.log.empty')}
        </p>
      )}
      {rows.length > 0 && (
        <TeamTable
          body={body}
          rows={rows}
          isOld={pages.isPlaceholderData}
          more={
            pages.hasNextPage
              ? { isComing: pages.isFetchingNextPage, load: () => void pages.fetchNextPage() }
              : null
          }
        />
      )}
    </div>
  );
}

type BarProps = {
  readonly filter: TeamFilter;
  readonly onChange: (filter: TeamFilter) => void;
  readonly onDown: () => void;
};

function Bar({ filter, onChange, onDown }: BarProps): ReactNode {
  const say = useSay();
  const desks = useTeamDesks().data ?? [];
  const typed = filter.text.trim().length;
  return (
    <div className="row wrap middle gap-8 below-12 rigid">
      <SearchBox
        label={say('team.log.search')}
        hint={say('team.log.search.hint')}
        text={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        onDown={onDown}
      />
      <select
        className={`${styles.choice} pill`}
        aria-label={say('team.log.desk')}
        data-on={filter.desk !== null}
        value={filter.desk ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, desk: value === '' ? null : value })
        }
      >
        <option value="">{say('team.log.desk.all')}</option>
        {desks.map(({ desk, isOwn }) => (
          <option key={desk} value={desk}>
            {isOwn ? `${desk} (${say('team.log.own')})` : desk}
          </option>
        ))}
      </select>
      <select
        className={`${styles.choice} pill`}
        aria-label={say('team.log.outcome')}
        data-on={filter.outcome !== null}
        value={filter.outcome ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, outcome: value === '' ? null : value })
        }
      >
        <option value="">{say('team.log.outcome.all')}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {say(`log.outcome.${outcome}`)}
          </option>
        ))}
      </select>
      <select
        className="pill"
        aria-label={say('team.log.mode')}
        value={filter.mode ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, mode: MODES.find((mode) => mode === value) ?? null })
        }
      >
        {MODES.map((mode) => (
          <option key={mode} value={mode}>
            {say(`bar.${mode}`)}
          </option>
        ))}
        <option value="">{say('team.log.mode.all')}</option>
      </select>
      {(filter.desk !== null || filter.outcome !== null) && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ ...filter, desk: null, outcome: null })}
        >
          {say('team.log.clear')}
        </Button>
      )}
      {typed > 0 && typed < SHORTEST_PART && (
        <p className="text-13 muted">{say('team.log.short')}</p>
      )}
    </div>
  );
}
