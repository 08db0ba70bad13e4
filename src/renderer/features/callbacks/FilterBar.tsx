import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';

import {
  type CallbackCounts,
  type CallbackFilter,
  EVERY_CALLBACK,
} from '#shared/domain/callback.ts';

import { useDesk } from '../../client/deskContext.ts';
import { inboxHref } from '../../client/inboxPlace.ts';
import { useSay } from '../../i18n/i18n.ts';
import { dayTimeText } from '../../text/time.ts';
import { useNow } from '../../ui/hooks.ts';
import { RangeMenu } from '../log/bar/RangeMenu.tsx';
import { momentsOf, rangeOf } from './days.ts';
import styles from './Inbox.module.css';
import { useCallbackCounts } from './queries.ts';

/** Good results first, then those that can be corrected. */
const ORDER = ['applied', 'waiting', 'apart', 'contradicting', 'bad_signature'] as const;

type Props = { readonly filter: CallbackFilter };

/** Every choice is an address, so that Back takes it back. */
export function FilterBar({ filter }: Props): ReactNode {
  const say = useSay();
  const counts = useCallbackCounts(filter).data;
  const isNarrowed = inboxHref(filter) !== inboxHref(EVERY_CALLBACK);
  return (
    <div className="row wrap gap-8 below-12" role="group" aria-label={say('inbox.filter')}>
      <Counters filter={filter} counts={counts} />
      <div className="row wrap middle gap-8">
        <ProfileChoice filter={filter} />
        <DaysChoice filter={filter} />
        {isNarrowed && (
          <Link href={inboxHref(EVERY_CALLBACK)} className="text-13">
            {say('inbox.filter.clear')}
          </Link>
        )}
      </div>
    </div>
  );
}

type CountersProps = Props & { readonly counts: CallbackCounts | undefined };

function Counters({ filter, counts }: CountersProps): ReactNode {
  const say = useSay();
  const total = counts === undefined ? null : ORDER.reduce((sum, taken) => sum + counts[taken], 0);
  return (
    <div className="row wrap middle gap-8">
      <ul className="row wrap gap-6">
        <li>
          <Counter
            filter={{ ...filter, taken: null }}
            isChosen={filter.taken === null}
            count={total}
          >
            {say('inbox.taken.all')}
          </Counter>
        </li>
        {ORDER.map((taken) => (
          <li key={taken}>
            <Counter
              filter={{ ...filter, taken }}
              isChosen={filter.taken === taken}
              count={counts === undefined ? null : counts[taken]}
              isOdd={taken !== 'applied'}
            >
              {say(`inbox.taken.${taken}`)}
            </Counter>
          </li>
        ))}
      </ul>
      {counts !== undefined && counts.repeated > 0 && (
        <p className="text-13 muted" title={say('inbox.repeated.text')}>
          {say('inbox.repeated', { count: counts.repeated })}
        </p>
      )}
    </div>
  );
}

type CounterProps = {
  readonly filter: CallbackFilter;
  readonly isChosen: boolean;
  /** Null: not known yet. */
  readonly count: number | null;
  /** Worth a look where there is any. */
  readonly isOdd?: boolean;
  readonly children: string;
};

function Counter({ filter, isChosen, count, isOdd = false, children }: CounterProps): ReactNode {
  const { language } = useDesk().settings;
  return (
    <Link
      href={inboxHref(filter)}
      className={`${styles.choice} pill`}
      data-odd={isOdd && count !== null && count > 0}
      {...(isChosen ? { 'aria-current': 'true' as const } : {})}
    >
      {children}{' '}
      <span className={`${styles.number} bold muted`}>
        {count === null ? '·' : new Intl.NumberFormat(language).format(count)}
      </span>
    </Link>
  );
}

/** Only where there is something to choose. */
function ProfileChoice({ filter }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const { profiles } = useDesk();
  const [, navigate] = useLocation();
  if (profiles.length < 2) return null;
  return (
    <span className="row narrow">
      <label htmlFor={id} className="spoken">
        {say('inbox.filter.profile')}
      </label>
      <select
        id={id}
        className={`${styles.choice} pill`}
        data-on={filter.profileId !== null}
        value={filter.profileId ?? ''}
        onChange={(event) => {
          const chosen = profiles.find((profile) => profile.id === event.currentTarget.value);
          navigate(inboxHref({ ...filter, profileId: chosen?.id ?? null }));
        }}
      >
        <option value="">{say('inbox.filter.everyProfile')}</option>
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.name}
          </option>
        ))}
      </select>
    </span>
  );
}

function DaysChoice({ filter }: Props): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const [, navigate] = useLocation();
  const nowMs = useNow(60_000);
  const range = rangeOf(filter, profile, nowMs);
  const { from, to } = filter;
  return (
    <>
      <RangeMenu
        range={range ?? { kind: 'all' }}
        onChange={(chosen) =>
          navigate(inboxHref({ ...filter, ...momentsOf(chosen, profile, Date.now()) }))
        }
      />
      {range === null && (
        <Link href={inboxHref({ ...filter, from: null, to: null })} className="pill">
          {[from, to]
            .map((at) => (at === null ? '…' : dayTimeText(at, settings.language)))
            .join(' – ')}
          <IconX size={12} aria-label={say('inbox.filter.remove')} role="img" />
        </Link>
      )}
    </>
  );
}
