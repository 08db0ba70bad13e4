import { type ReactNode, useId } from 'react';

import type { Currency } from '#shared/domain/currency.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { useDesk } from '../../client/deskContext.ts';
import { isBehind } from '../../client/health.ts';
import { usePersonNames } from '../../client/queries.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { QueryError, Notice } from '../../ui/Notice.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useLasting, useSessionStorage } from '../../ui/hooks.ts';
import { RangeMenu } from '../log/bar/RangeMenu.tsx';
import { EmptyLog } from '../log/Blank.tsx';
import { Content } from './Content.tsx';
import { currenciesOf, overviewLookSchema } from './model.ts';
import styles from './Overview.module.css';
import { useOverview } from './queries.ts';
import { Waiting } from './Waiting.tsx';

/** Mostly the numbers are there sooner. */
const SKELETON_AFTER_MS = 200;

/** What was issued in a range of the merchant's days, in numbers; each opens what it counts. */
export function OverviewScreen(): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const [look, setLook] = useSessionStorage('overview-look', overviewLookSchema);
  const counted = useOverview(profile.id, look.range, look.personId);
  const { data, error } = counted;
  const isSlow = useLasting(data === undefined && error === null, SKELETON_AFTER_MS);
  const isEmpty = data !== undefined && isNothing(data.overview);
  return (
    <div className={styles.screen}>
      <div className="screen-head below-16">
        <h1 className="text-18 bold">{say('overview.title')}</h1>
        {!isEmpty && (
          <>
            <RangeMenu
              isChoice
              range={look.range}
              onChange={(range) => setLook({ ...look, range })}
            />
            <CurrencyChoice
              currencies={data === undefined ? [] : currenciesOf(data.overview)}
              currency={look.currency}
              onChange={(currency) => setLook({ ...look, currency })}
            />
            <PersonChoice
              personId={look.personId}
              onChange={(personId) => setLook({ ...look, personId })}
            />
            <p className={`${styles.days} text-13 muted push`}>
              {say('overview.days', {
                profile: profile.name,
                zone: profile.timeZone ?? say('log.range.localZone'),
                cut: profile.dayCut,
              })}
            </p>
          </>
        )}
      </div>
      {data !== undefined && <Behind index={data.overview.index} />}
      <div className={styles.trouble}>
        <QueryError of={counted} />
      </div>
      {isEmpty && <EmptyLog words="overview.empty" />}
      {data !== undefined && !isEmpty && (
        <Content counted={data} currency={look.currency} isOld={counted.isPlaceholderData} />
      )}
      {isSlow && data === undefined && <Waiting />}
    </div>
  );
}

type CurrencyProps = {
  /** Those that occur. */
  readonly currencies: readonly Currency[];
  /** Null: all of them. */
  readonly currency: Currency | null;
  readonly onChange: (currency: Currency | null) => void;
};

const ALL = 'all' as const;

/** Only where there is something to choose. The chosen one stays, even if nothing of it is in these days. */
function CurrencyChoice({ currencies, currency, onChange }: CurrencyProps): ReactNode {
  const say = useSay();
  const id = useId();
  const isKnown = currency === null || currencies.includes(currency);
  const offered = isKnown ? currencies : [...currencies, currency];
  if (offered.length < 2 && currency === null) return null;
  return (
    <Segments
      look="bar"
      id={id}
      label={say('overview.currency')}
      value={currency ?? ALL}
      options={[ALL, ...offered].map((value) => ({
        value,
        label: value === ALL ? say('overview.currency.all') : value,
      }))}
      onChange={(value) => onChange(value === ALL ? null : value)}
    />
  );
}

type PersonProps = {
  readonly personId: string | undefined;
  readonly onChange: (personId: string | undefined) => void;
};

/** Whose requests are counted: everyone's, or one person's. Nothing at a desk without people. */
function PersonChoice({ personId, onChange }: PersonProps): ReactNode {
  const say = useSay();
  const { hasPeople } = useDesk().session;
  const people = usePersonNames().data ?? [];
  if (!hasPeople) return null;
  return (
    <select
      className={`${styles.choice} pill`}
      aria-label={say('overview.person')}
      value={personId ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
    >
      <option value="">{say('overview.person.all')}</option>
      {people.map((one) => (
        <option key={one.personId} value={one.personId}>
          {one.name}
        </option>
      ))}
    </select>
  );
}

/** Nothing at all, rather than nothing in these days. */
function isNothing({ index, callbacks }: Overview): boolean {
  const received = Object.values(callbacks).reduce((sum, count) => sum + count, 0);
  return index.total === 0 && received === 0;
}

function Behind({ index }: { readonly index: IndexState }): ReactNode {
  const say = useSay();
  if (!isBehind(index)) return null;
  return (
    <div role="status" className={styles.trouble}>
      <Notice tone="unknown">
        {say('overview.behind', {
          indexed: countText(index.indexed),
          total: countText(index.total),
        })}
      </Notice>
    </div>
  );
}
