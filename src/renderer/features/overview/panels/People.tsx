import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText, moneyText } from '../../../text/numbers.ts';
import type { Count } from '../model.ts';
import type { personLines } from '../personLines.ts';
import styles from '../Overview.module.css';
import { Panel } from '../Panel.tsx';

type Lines = ReturnType<typeof personLines>;

/** Sums of each person; not there at a desk without people. */
export function People({ lines }: { readonly lines: Lines }): ReactNode {
  const say = useSay();
  const { session } = useDesk();
  const title = say('overview.people');
  if (!session.hasPeople) return null;
  return (
    <Panel isWide title={title} hint={say('overview.people.hint')}>
      {lines.length === 0 ? (
        <p className={`${styles.calm} muted`}>{say('overview.people.none')}</p>
      ) : (
        <div className={`${styles.tableFrame} grow`}>
          <table className="numbers text-13" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{say('overview.person')}</th>
                <th scope="col">{say('overview.requests')}</th>
                <th scope="col">{say('overview.requested')}</th>
                <th scope="col">{say('overview.people.accepted')}</th>
                <th scope="col">{say('overview.requested.inAccepted')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <Line key={at} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Line({ line }: { readonly line: Lines[number] }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  if (line.name === null) {
    return (
      <tr>
        <th scope="row" className="muted">
          {say('overview.people.without')}
        </th>
        <td>{countText(line.count)}</td>
        <td colSpan={3} />
      </tr>
    );
  }
  const { currency, name, requests, requested, accepted, acceptedSum } = line;
  return (
    <tr>
      <th scope="row" className="breakable">
        {name}
      </th>
      <Cell {...requests} />
      <td>{hide(moneyText(requested, currency, language))}</td>
      <Cell {...accepted} />
      <td>{hide(moneyText(acceptedSum, currency, language))}</td>
    </tr>
  );
}

function Cell({ count, href }: Count): ReactNode {
  return <td>{count === 0 ? countText(count) : <Link href={href}>{countText(count)}</Link>}</td>;
}
