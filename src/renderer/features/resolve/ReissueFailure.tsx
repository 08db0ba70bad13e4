import type { ReactNode } from 'react';

import type { Failure } from '#shared/domain/failure.ts';
import { offeredCurrencies, offeredTypes } from '#shared/domain/limits.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { failureDetail, failureText, faultText } from '../../text/failures.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLimits } from '../../client/limits.ts';
import styles from './Resolve.module.css';

type Props = { readonly request: DepositRequest; readonly failure: Failure };

/** The fields are those of the old request, so a fault in one is told here, not beside a field. */
export function ReissueFailure({ request, failure }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const limits = useLimits(request.profileId).data?.snapshot ?? null;
  const { currency, payment_type: paymentType } = request.body.fields;
  const facts = {
    currency,
    paymentType,
    offeredCurrencies: offeredCurrencies(limits, request.body.flow),
    offeredTypes: offeredTypes(limits, currency),
    language,
  };
  const detail = failureDetail(failure);
  return (
    <Notice tone="bad" alert title={say('failure.title')}>
      {failure.code === 'invalid_fields' ? (
        <ul className={styles.faults}>
          {failure.faults.map((fault) => (
            <li key={`${fault.field}-${fault.code}`}>{faultText(fault, facts, say)}</li>
          ))}
        </ul>
      ) : (
        <p>{failureText(failure, say)}</p>
      )}
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}
