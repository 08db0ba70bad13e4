import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import { Money } from '#shared/domain/money.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText } from '../../text/numbers.ts';
import { ageText } from '../../text/time.ts';
import styles from './KeyFigures.module.css';
import type { OverviewModel } from './model.ts';
import { shareText } from './overviewText.ts';

type Props = {
  readonly model: OverviewModel;
  /** When the oldest of those without an answer was recorded. */
  readonly oldest: string | null;
  readonly nowMs: number;
  /** False: of one person, to whom no callback belongs. */
  readonly isOfAll: boolean;
};

/** The numbers that one looks for first, the biggest things on the screen. */
export function KeyFigures({ model, oldest, nowMs, isOfAll }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { requests, flows, fromBatches, outcomes, unknowns, callbacks } = model;
  const accepted = outcomes.find(({ key }) => key === 'accepted');
  const unmatched = callbacks.taken.find(({ key }) => key === 'apart');
  return (
    <section
      className={`${styles.figures} stack framed round-12`}
      aria-label={say('overview.figures')}
    >
      <Figure
        label={say('overview.requests')}
        value={<Value href={requests.href}>{countText(requests.count)}</Value>}
      >
        {flows
          .filter(({ count }) => count > 0)
          .map(({ key, count, href }) => (
            <Link key={key} href={href} className={styles.part}>
              {say(`overview.flow.${key}`, { count, shown: countText(count) })}
            </Link>
          ))}
        {fromBatches.count > 0 && (
          <Link href={fromBatches.href} className={styles.part}>
            {say('overview.fromBatches', { shown: countText(fromBatches.count) })}
          </Link>
        )}
      </Figure>
      <Requested sums={model.sums} />
      {accepted !== undefined && (
        <Figure
          label={say('overview.accepted')}
          value={
            requests.count === 0 ? (
              say('overview.none')
            ) : (
              <Value href={accepted.href}>{shareText(accepted.share, language)}</Value>
            )
          }
        >
          {requests.count > 0 &&
            say('overview.accepted.of', {
              count: requests.count,
              shown: countText(accepted.count),
              total: countText(requests.count),
            })}
        </Figure>
      )}
      <Figure
        label={say('overview.waiting')}
        isCalling={unknowns.count > 0}
        value={<Value href={unknowns.href}>{countText(unknowns.count)}</Value>}
      >
        {oldest === null
          ? say('overview.waiting.none')
          : say('overview.waiting.oldest', { age: ageText(oldest, nowMs, say) })}
      </Figure>
      {isOfAll && unmatched !== undefined && (
        <Figure
          label={say('overview.unmatched')}
          value={<Value href={unmatched.href}>{countText(unmatched.count)}</Value>}
        >
          {callbacks.received.count === 0 ? (
            say('overview.unmatched.nothing')
          ) : (
            <Link href={callbacks.received.href} className={styles.part}>
              {say('overview.unmatched.of', {
                count: callbacks.received.count,
                shown: countText(callbacks.received.count),
              })}
            </Link>
          )}
        </Figure>
      )}
    </section>
  );
}

/** By currency: amounts of different ones have no sum. */
function Requested({ sums }: Pick<OverviewModel, 'sums'>): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const [only] = sums;
  if (sums.length > 1) return <Sums sums={sums} />;
  return (
    <Figure
      label={say('overview.requested')}
      value={
        only === undefined ? (
          say('overview.none')
        ) : (
          <Value href={only.requested.href}>
            {`${hide(Money.shown(only.requested.cents, only.currency, language))}\u00a0${only.currency}`}
          </Value>
        )
      }
    >
      {only === undefined ? (
        say('overview.requested.none')
      ) : (
        <Link href={only.accepted.href} className={styles.part}>
          {say('overview.requested.accepted', {
            amount: hide(Money.shown(only.accepted.cents, only.currency, language)),
          })}
        </Link>
      )}
    </Figure>
  );
}

/** A line each, one beneath the other to be compared, as far as that makes sense. */
function Sums({ sums }: Pick<OverviewModel, 'sums'>): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  return (
    <div
      role="group"
      aria-label={say('overview.requested')}
      className={`${styles.figure} stack narrow gap-2 pad-16 on-panel`}
    >
      <table className={styles.sums}>
        <thead>
          <tr>
            {(['overview.requested', 'overview.requested.inAccepted'] as const).map((word) => (
              <th key={word} scope="col" className="text-12 bold muted">
                {say(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ currency, requested, accepted }) => (
            <tr key={currency}>
              <td>
                <Value href={requested.href}>
                  {`${hide(Money.shown(requested.cents, currency, language))}\u00a0${currency}`}
                </Value>
              </td>
              <td>
                <Link href={accepted.href} className={styles.part}>
                  {hide(Money.shown(accepted.cents, currency, language))}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type FigureProps = {
  readonly label: string;
  readonly value: ReactNode;
  /** The operator has to act on it. */
  readonly isCalling?: boolean;
  readonly children: ReactNode;
};

export function Figure(props: FigureProps): ReactNode {
  const { label, value, isCalling = false, children } = props;
  const id = useId();
  return (
    <div
      role="group"
      className={`${styles.figure} stack narrow gap-2 pad-16 on-panel`}
      data-calling={isCalling}
      aria-labelledby={id}
    >
      <p id={id} className="row middle gap-6 text-12 bold muted">
        {isCalling && <IconAlertTriangle size={14} aria-hidden="true" />}
        {label}
      </p>
      <div className={`${styles.value} narrow bold`}>{value}</div>
      <div className={`${styles.note} row wrap middle text-13 muted`}>{children}</div>
    </div>
  );
}

function Value(props: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link href={props.href} className={styles.number}>
      {props.children}
    </Link>
  );
}
