import { type ReactNode, useId } from 'react';
import { Link, Redirect, useLocation } from 'wouter';

import { NO_PREFERENCE } from '#shared/domain/customer.ts';

import {
  type CustomerOf,
  customerOfLink,
  useCustomerFigures,
  useCustomerRecord,
} from '../../../client/customers.ts';
import { May, useDesk, usePrivacy, useProfileOf } from '../../../client/deskContext.ts';
import { isBehind } from '../../../client/health.ts';
import { logHref } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText } from '../../../text/numbers.ts';
import { CloseButton } from '../../../ui/Detail.tsx';
import { useWindowKey } from '../../../ui/keys.ts';
import { Notice, QueryError } from '../../../ui/Notice.tsx';
import styles from './Customer.module.css';
import { History, RequestRows } from './History.tsx';
import { Notes } from './Notes.tsx';
import { Preference } from './Preference.tsx';
import { Sums } from './Sums.tsx';

/** Everything about one customer of a profile: what is open, what came in, how to write to them, and every request. */
export function CustomerScreen({ link }: { readonly link: string }): ReactNode {
  const of = customerOfLink(link);
  return of === null ? <Redirect to="/log" /> : <Customer key={link} of={of} />;
}

function Customer({ of }: { readonly of: CustomerOf }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { profile } = useDesk();
  const own = useProfileOf(of);
  const figures = useCustomerFigures(of);
  const record = useCustomerRecord(of);
  const close = useClose();
  const { requests = 0, open = [], sums = [], index } = figures.data ?? {};
  return (
    <div className="measure-wide stack gap-16">
      <div className="screen-head">
        <h1 className="text-18 bold breakable">{hide(of.customer)}</h1>
        {of.profileId !== profile.id && <span className="muted">{own?.name ?? of.profileId}</span>}
        {figures.data !== undefined && (
          <span className="muted">
            {say('customer.requests', { count: requests, shown: countText(requests) })}
          </span>
        )}
        <CloseButton className="push" onClose={close} />
      </div>
      <QueryError of={figures} />
      {index !== undefined && isBehind(index) && (
        <Notice tone="unknown">
          {say('overview.behind', {
            indexed: countText(index.indexed),
            total: countText(index.total),
          })}
        </Notice>
      )}
      <div className={`${styles.columns} columns gap-16`}>
        <div className="stack gap-16 narrow">
          <Section title={say('customer.open')}>
            {open.length === 0 ? (
              <p className="muted">{say('customer.open.none')}</p>
            ) : (
              <RequestRows caption={say('customer.open')} rows={open} />
            )}
          </Section>
          <Section title={say('customer.history')}>
            <History of={of} />
            <Link
              href={logHref(
                { customers: [of.customer], profileIds: [of.profileId] },
                { kind: 'all' },
              )}
            >
              {say('customer.inLog')}
            </Link>
          </Section>
        </div>
        <div className="stack gap-16 narrow">
          <Section title={say('customer.sums')}>
            <Sums sums={sums} />
          </Section>
          <QueryError of={record} />
          <May to="mark">
            <Section title={say('customer.preference')}>
              <Preference of={of} preference={record.data?.preference ?? NO_PREFERENCE} />
            </Section>
          </May>
          <Section title={say('customer.notes')}>
            <Notes of={of} notes={record.data?.notes ?? []} />
          </Section>
        </div>
      </div>
    </div>
  );
}

type SectionProps = { readonly title: string; readonly children: ReactNode };

function Section({ title, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className="panel stack fluid gap-12 pad-16-20" aria-labelledby={id}>
      <h2 id={id} className="text-14 bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Back to the screen that the operator came from; to the log where the page was opened by its address. */
function useClose(): () => void {
  const [, navigate] = useLocation();
  const close = (): void => {
    if (window.history.length > 1) window.history.back();
    else navigate('/log');
  };
  useWindowKey((event) => {
    if (event.code !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    close();
  });
  return close;
}
