import { type ReactNode, useState } from 'react';

import {
  ACTIVITY_GROUPS,
  type Activity,
  type ActivityFilter,
  EVERY_ACTIVITY,
} from '#shared/domain/activity.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';

import { useCsvDelimiter } from '../../client/csvDelimiter.ts';
import { useClient, useDesk } from '../../client/deskContext.ts';
import { callOrThrow } from '../../client/operation.ts';
import { usePersonNames } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { rowTimes } from '../../text/time.ts';
import { Button } from '../../ui/Button.tsx';
import form from '../../ui/form/Form.module.css';
import { SubPage } from '../../ui/form/Parts.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Notice, QueryError } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { momentsOf } from '../callbacks/days.ts';
import { ReportFile } from '../exports/ReportFile.tsx';
import { RangeMenu } from '../log/bar/RangeMenu.tsx';
import { activityText, detailTexts } from './activityText.ts';
import styles from './Activity.module.css';
import { useActivity } from './queries.ts';

const PEOPLE = '/settings/people';

/** What people did, newest first. */
export function ActivityList(): ReactNode {
  const say = useSay();
  const client = useClient();
  const delimiter = useCsvDelimiter();
  const [filter, setFilter] = useState(EVERY_ACTIVITY);
  const [range, setRange] = useState<DayRange>({ kind: 'all' });
  const pages = useActivity(filter);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const last = pages.data?.pages.at(-1);
  const isFiltered = filter.personId !== null || filter.group !== null || range.kind !== 'all';
  const clear = (): void => {
    setFilter(EVERY_ACTIVITY);
    setRange({ kind: 'all' });
  };
  return (
    <SubPage title={say('people.activity')} back={{ href: PEOPLE, label: say('people.title') }}>
      <p className="muted">{say('people.activity.text')}</p>
      <div
        className="row wrap middle gap-8"
        role="group"
        aria-label={say('people.activity.filter')}
      >
        <FilterBar
          filter={filter}
          range={range}
          onChange={setFilter}
          onRange={setRange}
          onClear={isFiltered ? clear : null}
        />
        <ReportFile
          label={say('people.activity.export')}
          done={say('people.activity.exported')}
          read={(order) => callOrThrow(client, 'activity.export', { ...order, filter, delimiter })}
        />
      </div>
      <QueryError of={pages} />
      {last !== undefined && last.index.indexed < last.index.total && (
        <Notice tone="calm">{say('people.activity.indexing')}</Notice>
      )}
      {pages.isPending && <Skeleton height={420} />}
      {last !== undefined && (
        <p className={rows.length === 0 ? 'dashed' : 'text-13 muted'} role="status">
          {rows.length === 0
            ? say(isFiltered ? 'people.activity.none' : 'people.activity.empty')
            : say('people.activity.count', {
                shown: countText(rows.length),
                total: countText(last.total),
              })}
        </p>
      )}
      {rows.length > 0 && <Table rows={rows} />}
      {pages.hasNextPage && (
        <Button
          variant="default"
          aria-busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {say('people.activity.more')}
        </Button>
      )}
    </SubPage>
  );
}

type FilterProps = {
  readonly filter: ActivityFilter;
  readonly range: DayRange;
  readonly onChange: (filter: ActivityFilter) => void;
  readonly onRange: (range: DayRange) => void;
  /** Null: nothing is chosen. */
  readonly onClear: (() => void) | null;
};

function FilterBar({ filter, range, onChange, onRange, onClear }: FilterProps): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const everyone = usePersonNames().data ?? [];
  const { personId, group } = filter;
  return (
    <>
      <select
        className={`${styles.choice} pill`}
        aria-label={say('people.activity.person')}
        value={personId ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, personId: value === '' ? null : value })
        }
      >
        <option value="">{say('people.activity.everyone')}</option>
        {everyone.map((person) => (
          <option key={person.personId} value={person.personId}>
            {person.name}
          </option>
        ))}
      </select>
      <select
        className="pill"
        aria-label={say('people.activity.kind')}
        value={group ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, group: ACTIVITY_GROUPS.find((one) => one === value) ?? null })
        }
      >
        <option value="">{say('people.activity.every')}</option>
        {ACTIVITY_GROUPS.map((one) => (
          <option key={one} value={one}>
            {say(`people.activity.group.${one}`)}
          </option>
        ))}
      </select>
      <RangeMenu
        range={range}
        onChange={(chosen) => {
          onRange(chosen);
          onChange({ ...filter, ...momentsOf(chosen, profile, Date.now()) });
        }}
      />
      {onClear !== null && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {say('people.activity.clear')}
        </Button>
      )}
    </>
  );
}

const COLUMNS = ['time', 'who', 'what', 'about'] as const;

function Table({ rows }: { readonly rows: readonly Activity[] }): ReactNode {
  const say = useSay();
  const { settings, profiles } = useDesk();
  const times = rowTimes(settings.language, useNow(60_000));
  /** Rules and approvals name their profile by its id. */
  const nameOf = (about: string | null): string | null =>
    profiles.find(({ id }) => id === about)?.name ?? about;
  return (
    <div className="panel">
      <table className={`${form.table} ${styles.table}`}>
        <caption className="spoken">{say('people.activity')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {say(`people.activity.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq}>
              <td className="mono" title={times.full(row.at)}>
                {times.short(row.at)}
              </td>
              <td className="medium breakable">{row.who?.name ?? say('people.activity.noOne')}</td>
              <td className="breakable">
                <span className={row.failures === null ? undefined : 'bad'}>
                  {activityText(row, say)}
                </span>
                {detailTexts(row).map((text) => (
                  <span key={text} className={`${styles.detail} muted text-12`}>
                    {text}
                  </span>
                ))}
              </td>
              <td className="breakable">{nameOf(row.about)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
