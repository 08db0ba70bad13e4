import { type ReactNode, useEffect, useRef, useState } from 'react';

import { type DepositRequest, amountOf, isInFlight } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { Language, Say } from '../i18n/i18n.ts';
import { useSay } from '../i18n/i18n.ts';
import { moneyText } from '../text/money.ts';

type Props = { readonly requests: readonly DepositRequest[]; readonly language: Language };

/** Says an outcome aloud when it arrives, on whatever screen, without touching focus. */
export function Announcer({ requests, language }: Props): ReactNode {
  const say = useSay();
  const inFlight = useRef<ReadonlySet<string>>(new Set());
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const settled = requests.filter(
      (request) => inFlight.current.has(request.intentId) && !isInFlight(request),
    );
    inFlight.current = new Set(requests.filter(isInFlight).map((request) => request.intentId));
    if (settled.length > 0) {
      setSpoken(settled.map((request) => sentence(request, language, say)).join(' '));
    }
  }, [requests, language, say]);
  return (
    <div role="status" aria-live="polite" className="spoken">
      {spoken}
    </div>
  );
}

function sentence(request: DepositRequest, language: Language, say: Say): string {
  const { customer = say('card.noCustomer'), currency } = request.body.fields;
  switch (request.outcome) {
    case 'accepted':
      return say('spoken.accepted', {
        customer,
        amount: moneyText(amountOf(request).cents, currency, language),
        state: request.answer.record.state,
      });
    case 'rejected':
    case 'not_sent':
    case 'unknown':
      return say(`spoken.${request.outcome}`, { customer });
    case 'prepared':
    case 'sending':
      return '';
    default:
      return assertNever(request);
  }
}
