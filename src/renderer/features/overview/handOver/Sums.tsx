import type { ReactNode } from 'react';

import type { HandOverReport } from '#shared/domain/handOver.ts';
import { Money } from '#shared/domain/money.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import styles from './HandOver.module.css';
import { sumsByCurrency } from './model.ts';
import { Section } from './Section.tsx';

/** Requested, never received: what was paid is not the desk's to say. */
export function Sums({ sums }: Pick<HandOverReport, 'sums'>): ReactNode {
  const say = useSay();
  const title = say('handOver.sums');
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  return (
    <Section title={title}>
      {sums.length === 0 ? (
        <p className="muted">{say('handOver.sums.none')}</p>
      ) : (
        <>
          <p className="text-13 muted">{say('handOver.sums.hint')}</p>
          <table className={`${styles.sums} numbers`} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{say('handOver.sums.outcome')}</th>
                <th scope="col">{say('handOver.sums.count')}</th>
                <th scope="col">{say('handOver.sums.requested')}</th>
              </tr>
            </thead>
            {sumsByCurrency(sums).map(({ currency, count, outcomes }) => (
              <tbody key={currency}>
                <tr>
                  <th scope="rowgroup" colSpan={3} className={styles.currency}>
                    {currency}{' '}
                    <span className="muted">
                      {say('handOver.requests', { count, shown: countText(count) })}
                    </span>
                  </th>
                </tr>
                {outcomes.map((one) => (
                  <tr key={one.outcome}>
                    <th scope="row">
                      {say(`log.outcome.${one.outcome}`)}
                      {one.resolved > 0 && (
                        <span className="muted">
                          {' '}
                          {say('handOver.sums.resolved', { shown: countText(one.resolved) })}
                        </span>
                      )}
                    </th>
                    <td>{countText(one.count)}</td>
                    <td>{hide(Money.shown(one.requested, currency, language))}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </>
      )}
    </Section>
  );
}
