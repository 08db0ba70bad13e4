import type { ReactNode } from 'react';

import type { LimitsEntry } from '#shared/domain/limits.ts';
import { Money } from '#shared/domain/money.ts';
import type { LimitsReading } from '#shared/limits/read.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Language, type Say, useSay } from '../../../i18n/i18n.ts';
import { currencyName } from '../../../text/boundsText.ts';
import { Notice } from '../../../ui/Notice.tsx';
import form from '../../../ui/form/Form.module.css';
import { Block } from '../../../ui/form/Parts.tsx';
import styles from './LimitsMap.module.css';

const MOST_ROWS = 100;
const MOST_COMPLAINTS = 10;

type Props = {
  readonly reading: LimitsReading | null;
  readonly hasAnswer: boolean;
  readonly mapped: boolean;
};

/** What the form would be bound by: the same reading, by the same rule. */
export function LimitsPreview({ reading, hasAnswer, mapped }: Props): ReactNode {
  const say = useSay();
  const count = reading === null ? [] : [say('limitsMap.count', { count: reading.entries.length })];
  return (
    <Block title={[say('limitsMap.preview'), ...count].join(' · ')}>
      <div role="status" className="stack gap-8">
        {!hasAnswer && <p className="dashed text-13">{say('limitsMap.nothing')}</p>}
        {hasAnswer && reading === null && (
          <Notice tone="unknown" title={say('limitsMap.unknown')}>
            {say(mapped ? 'limitsMap.unknown.mapped' : 'limitsMap.unknown.recognised')}
          </Notice>
        )}
        {reading !== null && <Reading reading={reading} />}
      </div>
    </Block>
  );
}

function Reading({ reading }: { readonly reading: LimitsReading }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { entries, complaints } = reading;
  return (
    <>
      <div
        className={`${form.tableFrame} framed round-12`}
        tabIndex={0}
        role="group"
        aria-label={say('limitsMap.preview')}
      >
        <table className={form.table}>
          <thead>
            <tr>
              <th scope="col">{say('limitsMap.currency')}</th>
              <th scope="col">{say('limitsMap.type')}</th>
              <th scope="col" className={styles.number}>
                {say('limitsMap.bounds')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, MOST_ROWS).map((entry) => (
              <tr key={`${entry.currency} ${entry.paymentType ?? ''}`}>
                <td>{currencyName(entry.currency, say)}</td>
                <td className={entry.paymentType === null ? 'muted' : 'mono'}>
                  {entry.paymentType ?? say('limitsMap.everyType')}
                </td>
                <td className={styles.number}>{boundsText(entry, language, say)}</td>
              </tr>
            ))}
            {entries.length > MOST_ROWS && (
              <tr>
                <td colSpan={3} className="muted">
                  {say('limits.more', { count: entries.length - MOST_ROWS })}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {complaints.length > 0 && (
        <Notice tone="unknown" title={say('limitsMap.complaints', { count: complaints.length })}>
          <ul className="stack gap-4">
            {complaints.slice(0, MOST_COMPLAINTS).map(({ code, at }) => (
              <li key={`${code} ${at}`}>
                {at !== '' && <code>{at}</code>} {say(`limitsMap.complaint.${code}`)}
              </li>
            ))}
            {complaints.length > MOST_COMPLAINTS && (
              <li>{say('limits.more', { count: complaints.length - MOST_COMPLAINTS })}</li>
            )}
          </ul>
        </Notice>
      )}
    </>
  );
}

function boundsText({ min, max, currency }: LimitsEntry, language: Language, say: Say): string {
  const amount = (cents: NonNullable<LimitsEntry['min']>): string =>
    Money.shown(cents, currency, language);
  if (min !== null && max !== null) return `${amount(min)} – ${amount(max)}`;
  if (min !== null) return say('limitsMap.from', { min: amount(min) });
  if (max !== null) return say('limitsMap.upTo', { max: amount(max) });
  return say('limitsMap.noBounds');
}
