import type { ReactNode } from 'react';

import type { ImportCheck } from '#shared/domain/importing.ts';

import { useDesk, usePrivacy } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { countText, moneyText } from '../../text/numbers.ts';

/** Requests and their sum per currency. */
export function Totals({ totals }: { readonly totals: ImportCheck['totals'] }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  if (totals.length === 0) return null;
  return (
    <dl className="stack gap-4" aria-label={say('batch.totals')}>
      {totals.map(({ currency, requests, cents }) => (
        <div key={currency} className="row baseline between gap-16">
          <dt className="muted">
            {say('batch.requests', { count: requests, shown: countText(requests) })}
          </dt>
          <dd className="text-16 bold nowrap">{hide(moneyText(cents, currency, language))}</dd>
        </div>
      ))}
    </dl>
  );
}
