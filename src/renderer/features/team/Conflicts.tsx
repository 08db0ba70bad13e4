import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useSay } from '../../i18n/i18n.ts';
import form from '../../ui/form/Form.module.css';
import { Panel } from '../../ui/form/Parts.tsx';
import { useRowTimes } from '../../ui/hooks.ts';
import { CutId } from '../../ui/LongText.tsx';
import { QueryError } from '../../ui/Notice.tsx';
import { useConflicts } from './queries.ts';

const COLUMNS = ['order', 'merchant', 'at', 'heldBy', 'sentBy'] as const;

/** Orders that two desks have sent. The customers of both may have got requisites. */
export function Conflicts({ count }: { readonly count: number }): ReactNode {
  const say = useSay();
  const times = useRowTimes();
  const conflicts = useConflicts(count);
  return (
    <Panel
      title={`${say('team.conflicts')} · ${conflicts.data?.length ?? count}`}
      text={say('team.conflicts.text')}
    >
      <QueryError of={conflicts} />
      {conflicts.data !== undefined && (
        <div className={`${form.tableFrame} framed round-12`}>
          <table className={form.table}>
            <caption className="spoken">{say('team.conflicts')}</caption>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {say(`team.conflicts.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {conflicts.data.map((one) => (
                <tr key={`${one.merchant} ${one.orderId} ${one.sentBy} ${one.recordedAt}`}>
                  <td className="mono medium breakable">
                    {one.ownIntent === null ? (
                      one.orderId
                    ) : (
                      <Link href={`/log/${one.ownIntent}`}>{one.orderId}</Link>
                    )}
                  </td>
                  <td className="mono text-12" title={one.merchant}>
                    <CutId id={one.merchant} />
                  </td>
                  <td className="mono nowrap" title={times.full(one.recordedAt)}>
                    {times.short(one.recordedAt)}
                  </td>
                  <td className="breakable">{one.heldBy}</td>
                  <td className="breakable">{one.sentBy}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
