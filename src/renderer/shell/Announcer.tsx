import { type ReactNode, useEffect, useRef, useState } from 'react';

import { type DepositRequest, amountOf, isInFlight } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { type Privacy, usePrivacy } from '../client/deskContext.ts';
import type { Language, Say } from '../i18n/i18n.ts';
import { useSay } from '../i18n/i18n.ts';
import { moneyText } from '../text/numbers.ts';

type Props = { readonly requests: readonly DepositRequest[]; readonly language: Language };

/** Says an outcome aloud when it arrives, on whatever screen, without touching focus. */
export function Announcer({ requests, language }: Props): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const inFlight = useRef<ReadonlySet<string>>(new Set());
  const [spoken, setSpoken] = useState({ text: '', wasPrivate: false });
  useEffect(() => {
    const settled = requests.filter(
      (request) => inFlight.current.has(request.intentId) && !isInFlight(request),
    );
    inFlight.current = new Set(requests.filter(isInFlight).map((request) => request.intentId));
    if (settled.length > 0) {
      const text = settled.map((request) => sentence(request, privacy, language, say)).join(' ');
      setSpoken({ text, wasPrivate: privacy.on });
    }
  }, [requests, privacy, language, say]);
  return (
    <div role="status" aria-live="polite" className="spoken">
      {/* What was said in the open does not stay in the page when it is to be hidden. */}
      {(spoken.wasPrivate || !privacy.on) && spoken.text}
    </div>
  );
}

function sentence(
  request: DepositRequest,
  { on: isPrivate, hide }: Privacy,
  language: Language,
  say: Say,
): string {
  const { order_id: order, currency, ...fields } = request.body.fields;
  const customer = isPrivate ? order : (fields.customer ?? say('card.noCustomer'));
  switch (request.outcome) {
    case 'accepted':
      return say('spoken.accepted', {
        customer,
        amount: hide(moneyText(amountOf(request).cents, currency, language)),
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
