import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { RequestHistory } from '#shared/domain/history.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { dayTimeText } from '../../../text/time.ts';
import { DetailPart } from '../../../ui/Detail.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';

/** Told apart by how they belong together. */
export function Related({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  return (
    <DetailPart word="detail.related">
      <ul className="stack gap-8">
        {history.related.map((other) => (
          <li key={other.intentId} className="stack gap-2">
            <span className="text-12 muted">
              {say(`detail.related.${relationOf(history.request, other)}`)}
            </span>
            <span className="row wrap middle gap-8">
              <Link href={`/log/${other.intentId}`} className="mono">
                {other.body.fields.order_id}
              </Link>
              <StateBadge request={other} short />
              <span className="muted">
                {hide(moneyText(amountOf(other).cents, other.body.fields.currency, language))}
                {' · '}
                {dayTimeText(other.createdAt, language)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </DetailPart>
  );
}

type Relation = 'repeatedFrom' | 'repeats' | 'resolvedBy' | 'repeatedAs' | 'order';

/** How another request has to do with this one, said from this one's side. */
export function relationOf(request: DepositRequest, other: DepositRequest): Relation {
  if (other.intentId === request.reissueOf) return 'repeatedFrom';
  if (other.intentId === request.repeats) return 'repeats';
  if (isResolvedBy(request, other)) return 'resolvedBy';
  return other.reissueOf === request.intentId ? 'repeatedAs' : 'order';
}

function isResolvedBy(request: DepositRequest, other: DepositRequest): boolean {
  return (
    request.outcome === 'unknown' &&
    request.resolution?.kind === 'reissued' &&
    request.resolution.asIntentId === other.intentId
  );
}
