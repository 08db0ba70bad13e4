import type { PastRequest } from '#shared/domain/customer.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Look, secondLook } from '#shared/domain/secondLook.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useOrderUses, useRecalled } from '../../../client/customers.ts';
import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useNowRequests } from '../../../client/requests.ts';
import { type Say, type Language, useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { agoText, clockText } from '../../../text/time.ts';
import { useDebouncedValue } from '../../../ui/hooks.ts';
import type { Draft, ReadDraft } from './draft.ts';
import { mainUnanswered, unansweredOf, unansweredWords } from './customers.ts';

/** What is still being typed is not warned of, nor asked about at every key. */
const SETTLED_MS = 200;

type SecondLook = {
  readonly warnings: Readonly<Partial<Record<DraftField, string>>>;
  /** The newest request for exactly this customer. Null when there is none or it is still loading. */
  readonly last: PastRequest | null;
  /** Without an answer, for this very customer: the one that the form repeats, else the newest. */
  readonly unanswered: DepositRequest | null;
};

export function useSecondLook(draft: Draft, read: ReadDraft, nowMs: number): SecondLook {
  const say = useSay();
  const { profile, settings } = useDesk();
  const typedCustomer = read.deposit.fields.customer.trim();
  const customer = useDebouncedValue(typedCustomer, SETTLED_MS);
  const cents = useDebouncedValue(read.amount.ok ? read.amount.value : null, SETTLED_MS);
  const typedOrder = draft.orderIsAuto ? '' : read.deposit.fields.order_id.trim();
  const order = useDebouncedValue(typedOrder, SETTLED_MS);
  // A form that has moved on to the next customer is not told of the last one's.
  const isSame = customer === typedCustomer;
  const ofCustomer = useRecalled(profile.id, isSame ? customer : '');
  const ofOrder = useOrderUses(profile.id, order === typedOrder ? order : '');
  const found = secondLook(
    { cents, currency: read.currency, customer },
    { ofCustomer, ofOrder },
    profile,
    nowMs,
  );
  const { amount, currency } = read;
  const open = useNowRequests(profile.id).data ?? [];
  const unanswered = unansweredOf(open, typedCustomer, draft.intentId);
  const asked = { customer: typedCustomer, cents: amount.ok ? amount.value : null, currency };
  const main = mainUnanswered(unanswered, asked);
  const { hide } = usePrivacy();
  const unansweredText = (one: DepositRequest, more: number): string => {
    const words = unansweredWords(one, nowMs, settings.language, say, hide);
    return more === 0
      ? say('form.unanswered', words)
      : say('form.unanswered.more', { ...words, count: more });
  };
  const text = (look: Look): string => lookText(look, nowMs, settings.language, say, hide);
  return {
    // The first of each field: the rule names the likeliest first.
    warnings: {
      ...Object.fromEntries(found.toReversed().map((look) => [fieldOf(look), text(look)])),
      // Shown for any amount until it is resolved, and before other warnings, because it is the most urgent.
      ...(main === null ? {} : { customer: unansweredText(main, unanswered.length - 1) }),
    },
    last: ofCustomer.find(({ desk }) => desk === undefined) ?? null,
    unanswered: main,
  };
}

function fieldOf({ kind }: Look): DraftField {
  if (kind === 'order_used') return 'order_id';
  return kind === 'same_lately' ? 'customer' : 'cents';
}

function lookText(
  look: Look,
  nowMs: number,
  language: Language,
  say: Say,
  hide: (text: string) => string,
): string {
  switch (look.kind) {
    case 'order_used':
    case 'same_lately': {
      const { orderId: order, createdAt, desk } = look.past;
      const ago = agoText(createdAt, nowMs, say);
      const customer = hide(look.past.customer ?? say('card.noCustomer'));
      const isSame = look.kind === 'same_lately';
      if (desk === undefined) {
        return isSame ? say('form.same', { order, ago }) : say('form.orderUsed', { ago, customer });
      }
      const at = { desk, ago, time: clockText(createdAt) };
      return isSame
        ? say('form.same.desk', { ...at, order })
        : say('form.orderUsed.desk', { ...at, customer });
    }
    case 'minor_units': {
      const { cents, currency } = look.past;
      return say(`form.minorUnits.${look.than}`, {
        amount: hide(moneyText(cents, currency, language)),
      });
    }
    case 'far_off':
      return say(`form.farOff.${look.than}`, {
        amount: hide(moneyText(look.usual, look.currency, language)),
      });
    default:
      return assertNever(look);
  }
}
