import type { ReactNode } from 'react';

import { BUILD_PAYMENT_TYPE } from '#shared/domain/deposit.ts';
import type { DepositDraft, FieldFault } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { offeredCurrencies, offeredTypes } from '#shared/domain/limits.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useLimits } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { failureDetail, failureText, faultText } from '../../../text/failures.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { isUnclear } from './sentForms.ts';

/** A request whose fields are not on the screen: their faults are listed. */
type Unmarked = { readonly deposit: DepositDraft; readonly profileId: ProfileId };
type Props = {
  readonly failure: Failure;
  readonly of?: Unmarked;
  /** Null: nothing helps. */
  readonly actions?: ReactNode;
};

export function WhyNotIssued({ failure, of, actions = null }: Props): ReactNode {
  const say = useSay();
  const detail = failureDetail(failure);
  const isOpen = isUnclear(failure);
  return (
    <Notice
      tone={isOpen ? 'unknown' : 'bad'}
      alert
      title={say(isOpen ? 'failure.titleUnclear' : 'failure.title')}
      actions={actions}
    >
      {of !== undefined && failure.code === 'invalid_fields' ? (
        <Faults of={of} faults={failure.faults} />
      ) : (
        <p>{failureText(failure, say)}</p>
      )}
      {detail !== null && detail !== '' && <p>{say('failure.detail', { detail })}</p>}
    </Notice>
  );
}

type FaultsProps = { readonly of: Unmarked; readonly faults: readonly FieldFault[] };

function Faults({ of: { deposit, profileId }, faults }: FaultsProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const limits = useLimits(profileId).data?.snapshot ?? null;
  const { currency } = deposit.fields;
  const facts = {
    currency,
    paymentType: deposit.flow === 'create' ? deposit.fields.payment_type : BUILD_PAYMENT_TYPE,
    offeredCurrencies: offeredCurrencies(limits, deposit.flow),
    offeredTypes: offeredTypes(limits, currency),
    language,
  };
  return (
    <ul className="bullets">
      {faults.map((fault) => (
        <li key={`${fault.field}-${fault.code}`}>{faultText(fault, facts, say)}</li>
      ))}
    </ul>
  );
}
