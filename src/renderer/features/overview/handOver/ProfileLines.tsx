import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { AttentionReason } from '#shared/domain/logSearch.ts';
import type { ProfileHandOver, HandOverReport } from '#shared/domain/handOver.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { logHref } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText, moneyText } from '../../../text/numbers.ts';
import styles from './HandOver.module.css';
import { isAllAnswered, sumsByCurrency, totalsOf } from './model.ts';
import { Section } from './Section.tsx';

type Props = { readonly report: HandOverReport };

const HEADINGS = [
  'handOver.profiles.profile',
  'handOver.unknowns',
  'handOver.profiles.waiting',
  'handOver.mismatched',
] as const;
/** Where people hand every profile over. */
const OF_PEOPLE = ['handOver.flagged', 'handOver.callbacks'] as const;

/** Every profile with something open, or with requests of today; the last line is their sum. */
export function ProfileLines({ report }: Props): ReactNode {
  const say = useSay();
  const title = say('handOver.profiles');
  const { profiles } = report;
  const { hasPeople } = useDesk().session;
  const totals = totalsOf(report);
  const headings = [...HEADINGS, ...(hasPeople ? OF_PEOPLE : []), 'handOver.sums' as const];
  return (
    <Section title={title} isCalling={totals.unknown + totals.mismatched > 0}>
      {profiles.length === 0 && <p className="muted">{say('handOver.profiles.unread')}</p>}
      {isAllAnswered(report) && <p className="muted">{say('handOver.profiles.answered')}</p>}
      {profiles.length > 0 && (
        <table className={`${styles.profiles} numbers`} aria-label={title}>
          <thead>
            <tr>
              {headings.map((word) => (
                <th key={word} scope="col">
                  {say(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {profiles.map((one) => (
              <Line key={one.profileId} of={one} />
            ))}
          </tbody>
          {profiles.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{say('handOver.profiles.all')}</th>
                <td>{countText(totals.unknown)}</td>
                <td>{countText(totals.waiting)}</td>
                <td>{countText(totals.mismatched)}</td>
                {hasPeople && (
                  <>
                    <td>{countText(totals.flagged)}</td>
                    <td>{countText(totals.callbacks)}</td>
                  </>
                )}
                <td>
                  <Requested sums={profiles.flatMap(({ sums }) => sums)} />
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </Section>
  );
}

function Line({ of }: { readonly of: ProfileHandOver }): ReactNode {
  const { profileId, name, unknown, waiting, mismatched, sums } = of;
  const { hasPeople } = useDesk().session;
  const linked = (count: number, reason: AttentionReason): ReactNode =>
    count === 0 ? (
      countText(count)
    ) : (
      <Link href={logHref({ profileIds: [profileId], attention: [reason] }, { kind: 'all' })}>
        {countText(count)}
      </Link>
    );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{linked(unknown, 'unknown')}</td>
      <td>{countText(waiting)}</td>
      <td>{linked(mismatched, 'paid_differs')}</td>
      {hasPeople && (
        <>
          <td>{linked(of.flagged, 'flagged')}</td>
          <td>{countText(of.callbacks)}</td>
        </>
      )}
      <td>
        <Requested sums={sums} />
      </td>
    </tr>
  );
}

/** Of each currency how many, and for how much. */
function Requested({ sums }: Pick<ProfileHandOver, 'sums'>): ReactNode {
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const own = sumsByCurrency(sums);
  if (own.length === 0) return countText(0);
  return own.map(({ currency, count, requested }) => (
    <p key={currency}>
      {countText(count)} · {hide(moneyText(requested, currency, language))}
    </p>
  ));
}
