import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import type { LimitsChange } from '#shared/domain/limits.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useLimitsSnapshot } from '../../../client/limits.ts';
import { type Language, type Say, useSay } from '../../../i18n/i18n.ts';
import { boundsText } from '../../../text/boundsText.ts';
import { amountText, countText } from '../../../text/numbers.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { QueryError } from '../../../ui/Notice.tsx';
import styles from '../Overview.module.css';
import { momentText } from '../overviewText.ts';
import { Panel } from '../Panel.tsx';

type Limits = Overview['limits'];
type Changed = Limits['newest'][number];

export function LimitsChanges({ limits }: { readonly limits: Limits }): ReactNode {
  const say = useSay();
  const { newest, count } = limits;
  return (
    <Panel title={say('overview.limits')} hint={say('overview.limits.hint')}>
      {newest.length === 0 ? (
        <p className={`${styles.calm} muted`}>{say('overview.limits.none')}</p>
      ) : (
        <>
          <ul className="lined stack fluid">
            {newest.map((changed) => (
              <li key={changed.id}>
                <Change changed={changed} />
              </li>
            ))}
          </ul>
          {count > newest.length && (
            <p className="text-12 muted">
              {say('overview.limits.newest', {
                count: newest.length,
                shown: countText(newest.length),
                total: countText(count),
              })}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

/** Opens to what changed, and to the whole answer that said so. */
function Change({ changed: { id, at, change } }: { readonly changed: Changed }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const [isOpen, setOpen] = useState(false);
  const [first] = change.lines;
  const others = change.lines.length - 1;
  return (
    <details
      className={styles.change}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={`${styles.row} opening stack text-13 hand`}>
        <IconChevronRight size={14} aria-hidden="true" className="chevron muted" />
        <span className="row wrap between narrow gap-4-12 breakable">
          <span>
            {first === undefined ? null : choiceText(first, say)}{' '}
            {others > 0 && (
              <span className="muted">
                {say('overview.limits.others', { count: others, shown: countText(others) })}
              </span>
            )}
          </span>
          <time dateTime={at} title={fullTimeText(at, language)} className="muted">
            {momentText(at, language)}
          </time>
        </span>
        <span>{first === undefined ? null : changeText(first, language, say)}</span>
      </summary>
      {isOpen && (
        <>
          <Lines change={change} />
          <Answer id={id} />
        </>
      )}
    </details>
  );
}

function Lines({ change }: { readonly change: LimitsChange }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  return (
    <div className={`${styles.changed} text-13`}>
      <p className="text-12 muted">
        {say('overview.limits.since', { since: dayTimeText(change.since, language) })}
      </p>
      <ul>
        {change.lines.map((line) => (
          <li key={`${line.currency} ${line.paymentType ?? ''}`}>
            <p className="bold">{choiceText(line, say)}</p> {changeText(line, language, say)}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Line = LimitsChange['lines'][number];

function choiceText(
  { currency, paymentType }: Pick<Line, 'currency' | 'paymentType'>,
  say: Say,
): string {
  return `${currency} ${paymentType ?? say('limits.everyType')}`;
}

function sideText(bounds: Line['before'], currency: string, language: Language, say: Say): string {
  return bounds === null ? say('limits.notOffered') : boundsText(bounds, currency, language, say);
}

function changeText({ currency, before, after }: Line, language: Language, say: Say): string {
  // Its currency stands above.
  const text = (bounds: Line['before']): string =>
    bounds !== null && bounds.min !== null && bounds.max !== null
      ? `${amountText(bounds.min, currency, language)} – ${amountText(bounds.max, currency, language)}`
      : sideText(bounds, currency, language, say);
  return `${text(before)} → ${text(after)}`;
}

/** Loaded only when opened: it can be long. */
function Answer({ id }: Pick<Changed, 'id'>): ReactNode {
  const say = useSay();
  const snapshot = useLimitsSnapshot(id);
  if (snapshot.error !== null) return <QueryError of={snapshot} />;
  return (
    <details className={`${styles.raw} text-13`}>
      <summary>{say('overview.limits.raw')}</summary>
      {snapshot.data !== undefined && (
        <pre className="code">
          {snapshot.data.raw === '' ? say('detail.emptyBody') : snapshot.data.raw}
        </pre>
      )}
    </details>
  );
}
