import type { ReactNode } from 'react';

import { isCurrency } from '#shared/domain/currency.ts';
import { type LimitsSnapshot, boundsFor } from '#shared/domain/limits.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useLimitsSnapshot } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { boundsText, currencyName } from '../../../text/boundsText.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { DetailPart } from '../../../ui/Detail.tsx';
import { QueryError } from '../../../ui/Notice.tsx';
import { LongText } from '../../../ui/LongText.tsx';

/** The rest is in the raw answer. */
const MOST_ROWS = 100;

type Props = { readonly request: DepositRequest };

/** What the provider allowed by what was read last before it was issued. */
export function LimitsThen({ request }: Props): ReactNode {
  const say = useSay();
  const id = request.limitsSnapshotId;
  return (
    <DetailPart word="detail.limits">
      {id === null ? (
        <p className="muted">{say('detail.limits.none')}</p>
      ) : (
        <Snapshot id={id} request={request} />
      )}
    </DetailPart>
  );
}

type SnapshotProps = Props & { readonly id: LimitsSnapshot['id'] };

function Snapshot({ id, request }: SnapshotProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const snapshot = useLimitsSnapshot(id);
  if (snapshot.error !== null || snapshot.data === undefined) return <QueryError of={snapshot} />;
  const { readAt, recognised, entries, raw } = snapshot.data;
  const { currency, payment_type: type } = request.body.fields;
  const own = boundsFor(snapshot.data, request.body.flow, currency, type);
  return (
    <div className="stack gap-6">
      <p>
        {recognised ? boundsText(own, currency, language, say) : say('detail.limits.unrecognised')}
        <span className="muted">
          {' · '}
          <time dateTime={readAt} title={fullTimeText(readAt, language)}>
            {say('detail.limits.read', { time: dayTimeText(readAt, language) })}
          </time>
        </span>
      </p>
      {entries.length > 0 && (
        <details className="fold">
          <summary>{`${say('detail.limits.all')} · ${entries.length}`}</summary>
          <Bounds entries={entries} />
        </details>
      )}
      <details className="fold">
        <summary>{say('detail.limits.raw')}</summary>
        <LongText
          text={raw === '' ? say('detail.emptyBody') : raw}
          label={say('detail.limits.raw')}
        >
          {(shown) => <pre className="code">{shown}</pre>}
        </LongText>
      </details>
    </div>
  );
}

function Bounds({ entries }: Pick<LimitsSnapshot, 'entries'>): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  return (
    <table className="numbers text-12">
      <caption className="spoken">{say('detail.limits.all')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('limitsMap.type')}</th>
          <th scope="col">{say('limitsMap.bounds')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.slice(0, MOST_ROWS).map(({ currency, paymentType, min, max }) => (
          <tr key={`${currency} ${paymentType ?? ''}`}>
            <td className={paymentType === null ? 'muted' : 'mono'}>
              {paymentType ?? say('limitsMap.everyType')}
              {!isCurrency(currency) && ` · ${currencyName(currency, say)}`}
            </td>
            <td>
              {min === null && max === null
                ? say('limitsMap.noBounds')
                : boundsText({ min, max }, currency, language, say)}
            </td>
          </tr>
        ))}
        {entries.length > MOST_ROWS && (
          <tr>
            <td colSpan={2} className="muted">
              {say('limits.more', { count: entries.length - MOST_ROWS })}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
