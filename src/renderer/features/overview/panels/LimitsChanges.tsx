import { type ReactNode, useState } from 'react';

import type { LimitsChange } from '#shared/domain/limits.ts';
import type { Overview } from '#shared/domain/overview.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { boundsText } from '../../../text/boundsText.ts';
import { countText } from '../../../text/count.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { LoadError } from '../../../ui/LoadError.tsx';
import { useLimitsSnapshot } from '../../logDetail/queries.ts';
import styles from '../Overview.module.css';
import { Panel } from '../Panel.tsx';
import tables from '../Tables.module.css';

type Limits = Overview['limits'];
type Changed = Limits['newest'][number];

export function LimitsChanges({ limits }: { readonly limits: Limits }): ReactNode {
  const say = useSay();
  const { newest, count } = limits;
  return (
    <Panel title={say('overview.limits')} hint={say('overview.limits.hint')}>
      {newest.length === 0 ? (
        <p className={styles.calm}>{say('overview.limits.none')}</p>
      ) : (
        <>
          <ul className={styles.rows}>
            {newest.map((changed) => (
              <li key={changed.id}>
                <Change changed={changed} />
              </li>
            ))}
          </ul>
          {count > newest.length && (
            <p className={styles.hint}>
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
  return (
    <details
      className={styles.change}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.row}>
        <time dateTime={at} title={fullTimeText(at, language)}>
          {dayTimeText(at, language)}
        </time>
        <span className={styles.changed}>
          {say('overview.limits.lines', {
            count: change.lines.length,
            shown: countText(change.lines.length),
          })}
        </span>
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
  const since = say('overview.limits.since', { since: dayTimeText(change.since, language) });
  return (
    <>
      <p className={styles.hint}>{since}</p>
      <table className={`${tables.table} ${styles.lines}`}>
        <caption className="spoken">{since}</caption>
        <thead>
          <tr>
            <th scope="col">{say('overview.limits.choice')}</th>
            <th scope="col">{say('overview.limits.before')}</th>
            <th scope="col">{say('overview.limits.after')}</th>
          </tr>
        </thead>
        <tbody>
          {change.lines.map(({ currency, paymentType, before, after }) => (
            <tr key={`${currency} ${paymentType ?? ''}`}>
              <th scope="row">{`${currency} ${paymentType ?? say('limits.everyType')}`}</th>
              {(
                [
                  ['before', before],
                  ['after', after],
                ] as const
              ).map(([side, bounds]) => (
                <td key={side}>
                  {bounds === null
                    ? say('limits.notOffered')
                    : boundsText(bounds, currency, language, say)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Asked for only when somebody looks: it can be long. */
function Answer({ id }: Pick<Changed, 'id'>): ReactNode {
  const say = useSay();
  const snapshot = useLimitsSnapshot(id);
  if (snapshot.error !== null) {
    return (
      <LoadError
        error={snapshot.error}
        retry={() => void snapshot.refetch()}
        retrying={snapshot.isFetching}
      />
    );
  }
  return (
    <details className={styles.raw}>
      <summary>{say('overview.limits.raw')}</summary>
      {snapshot.data !== undefined && (
        <pre className={styles.code}>
          {snapshot.data.raw === '' ? say('detail.emptyBody') : snapshot.data.raw}
        </pre>
      )}
    </details>
  );
}
