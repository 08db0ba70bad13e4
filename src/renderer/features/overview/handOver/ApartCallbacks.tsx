import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { EVERY_CALLBACK } from '#shared/domain/callback.ts';
import type { HandOverReport } from '#shared/domain/handOver.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { inboxHref } from '../../../client/inboxPlace.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { fullTimeText, shortTimeText } from '../../../text/time.ts';
import styles from './HandOver.module.css';
import { totalsOf } from './model.ts';
import { Section } from './Section.tsx';

const APART = { ...EVERY_CALLBACK, taken: 'apart' } as const;

/** Callbacks that match no request, of every profile. */
export function ApartCallbacks({ report }: { readonly report: HandOverReport }): ReactNode {
  const say = useSay();
  const { profiles, settings } = useDesk();
  const { callbacks } = report;
  const nameOf = (id: string): string => profiles.find((one) => one.id === id)?.name ?? id;
  return (
    <Section
      title={say('handOver.callbacks')}
      hint={callbacks.length === 0 ? null : say('handOver.callbacks.hint')}
      list={{
        total: totalsOf(report).callbacks,
        listed: callbacks.length,
        none: say('handOver.callbacks.none'),
        href: inboxHref(APART),
      }}
    >
      <ul className={`${styles.rows} stack`}>
        {callbacks.map(({ seq, at, profileId, reading: { orderId } }) => (
          <li key={seq} className={`${styles.row} row wrap baseline gap-4-12 breakable`}>
            <Link href={inboxHref(APART, seq)}>
              {orderId === null
                ? say('handOver.callbacks.nothing')
                : say('handOver.callbacks.order', { order: orderId })}
            </Link>
            <span>{nameOf(profileId)}</span>
            <time className="muted" dateTime={at} title={fullTimeText(at, settings.language)}>
              {shortTimeText(at, settings.language)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
