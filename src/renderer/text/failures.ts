import type { AnswerFault } from '#shared/domain/answerFault.ts';
import type { DraftField, FieldFault } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { Money, type MoneyFault } from '#shared/domain/money.ts';
import { type DepositRequest, isQuarantined } from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';
import { OWN_DESK } from '#shared/domain/team.ts';

import type { Language, Say, WordKey } from '../i18n/i18n.ts';
import { shortTimeText } from './time.ts';

/** Operator wording for every coded failure. The one place where a code becomes words. */
export function failureText(failure: Failure, say: Say): string {
  if (failure.code === 'order_open') {
    return say(`failure.order_open.${failure.openOutcome}`, { order: failure.orderId });
  }
  if (failure.code === 'unanswered_before') {
    return say('failure.unanswered_before', { order: failure.past.orderId });
  }
  if (failure.code === 'issued_before') {
    return say(`failure.issued_before.${failure.why}`, { order: failure.past.orderId });
  }
  if (failure.code === 'import_refused') return refusalText(failure, say);
  if (failure.code === 'team_unreachable') return unreachableText(failure.detail, say);
  if (failure.code === 'pattern_lacks_desk') {
    return say('failure.pattern_lacks_desk', { profiles: failure.profiles.join(', ') });
  }
  return say(`failure.${failure.code}`);
}

type ImportRefused = Extract<Failure, { code: 'import_refused' }>;

/** With the row where the reader stopped, if it is one. Its own words are for the support team. */
function refusalText({ reason, detail }: ImportRefused, say: Say): string {
  const why = say(`import.refused.${reason}`);
  return /^\d+$/u.test(detail ?? '')
    ? say('import.refused.inRow', { row: detail ?? '', why })
    : why;
}

/** The server answers a revoked desk, which has nothing to wait for. `detail` begins with the fault's code. */
function unreachableText(detail: string | null, say: Say): string {
  const [code = ''] = (detail ?? '').split(':', 1);
  return say(TEAM_WORDS.get(code) ?? 'failure.team_unreachable');
}

/** The same for what is done to a request or to the log, where nothing was to be sent. */
export function actionFailureText(failure: Failure, say: Say): string {
  return failure.code === 'not_recorded'
    ? say('failure.not_recorded.action')
    : failureText(failure, say);
}

/** The same for what is only read: there is no draft to be assured of. */
export function loadFailureText(failure: Failure, say: Say): string {
  return failure.code === 'host_unreachable'
    ? say('failure.host_unreachable.load')
    : failureText(failure, say);
}

/** The technical remainder, for the curious. Of a file there is none: libraries and threads speak in codes of their own. */
export function failureDetail(failure: Failure): string | null {
  if (failure.code === 'import_refused') return null;
  return 'detail' in failure ? failure.detail : null;
}

export function moneyFaultKey(fault: MoneyFault): WordKey {
  return `money.${fault}`;
}

/** What a fault needs to name besides its own bound. */
export type FaultFacts = {
  readonly currency: string;
  readonly paymentType: string;
  readonly offeredCurrencies: readonly string[];
  readonly offeredTypes: readonly string[];
  readonly language: Language;
};

export function faultText(fault: FieldFault, facts: FaultFacts, say: Say): string {
  const text = bareFaultText(fault, facts, say);
  return fault.force === 'warn' ? say('fault.warn', { fault: text }) : text;
}

function bareFaultText(fault: FieldFault, facts: FaultFacts, say: Say): string {
  const { currency, language } = facts;
  switch (fault.code) {
    case 'required':
      return say(requiredKey(fault.field));
    case 'below_minimum':
    case 'above_maximum':
      return say(`fault.${fault.code}`, {
        currency,
        limit: boundText(fault.limit, currency, language),
      });
    case 'currency_not_offered':
      return say('fault.currency_not_offered', {
        currency,
        offered: listText(facts.offeredCurrencies, say),
      });
    case 'type_not_offered':
      return say('fault.type_not_offered', {
        currency,
        type: facts.paymentType,
        offered: listText(facts.offeredTypes, say),
      });
    case 'currency_not_in_flow':
      return say('fault.currency_not_in_flow', { currency });
    case 'too_long':
      return say('fault.too_long', { limit: fault.limit ?? 0 });
    case 'not_positive':
    case 'unsafe_amount':
    case 'separator':
    case 'control_character':
    case 'url_space':
    case 'url_credentials':
    case 'malformed_url':
      return say(`fault.${fault.code}`);
    default:
      return assertNever(fault.code);
  }
}

const REQUIRED_WITH_OWN_WORDS = [
  'cents',
  'currency',
  'payment_type',
  'customer',
  'order_id',
] as const satisfies readonly DraftField[];

function requiredKey(field: DraftField): WordKey {
  const own = REQUIRED_WITH_OWN_WORDS.find((name) => name === field);
  return own === undefined ? 'fault.required.other' : `fault.required.${own}`;
}

function boundText(limit: number | null, currency: string, language: Language): string {
  return Money.shown(limit ?? 0, currency, language);
}

/** Some providers offer hundreds: the field itself lists them all. */
const MOST_NAMED = 10;

function listText(values: readonly string[], say: Say): string {
  if (values.length === 0) return say('fault.noneOffered');
  const named = values.slice(0, MOST_NAMED).join(', ');
  const left = values.length - MOST_NAMED;
  return left > 0 ? `${named}, ${say('limits.more', { count: left })}` : named;
}

type Refused = Extract<DepositRequest, { outcome: 'rejected' | 'not_sent' | 'unknown' }>;

/** What happened, what was not done, what to do: three sentences in that order. */
export function outcomeWords(request: Refused): {
  readonly happened: WordKey;
  readonly undone: WordKey;
  readonly next: WordKey;
} {
  return {
    happened: `reason.${request.reason.code}`,
    undone: `undone.${request.outcome}`,
    next: nextKey(request),
  };
}

function nextKey(request: Refused): WordKey {
  switch (request.outcome) {
    case 'unknown':
      if (request.reason.code === 'answer_not_recorded') return 'next.held';
      return isQuarantined(request) ? 'next.quarantined' : 'next.ask';
    case 'rejected':
      return NEXT_AFTER_REJECTED[request.reason.code];
    case 'not_sent':
      return NEXT_AFTER_NOT_SENT[request.reason.code];
    default:
      return assertNever(request);
  }
}

type RejectedReason = Extract<DepositRequest, { outcome: 'rejected' }>['reason']['code'];

const NEXT_AFTER_REJECTED: Readonly<Record<RejectedReason, WordKey>> = {
  refused_by_provider: 'next.fix',
  rate_limited: 'next.wait',
  no_requisites: 'next.type',
  customer_blocked: 'next.customer',
};

type NotSentReason = Extract<DepositRequest, { outcome: 'not_sent' }>['reason']['code'];

const NEXT_AFTER_NOT_SENT: Readonly<Record<NotSentReason, WordKey>> = {
  interrupted_before_sending: 'next.again',
  vault_unavailable: 'next.unlock',
  secret_missing: 'next.secret',
  secret_unusable: 'next.secretFormat',
  name_not_resolved: 'next.address',
  connection_failed: 'next.network',
  connection_timed_out: 'next.network',
  proxy_failed: 'next.proxy',
  tls_failed: 'next.certificate',
  not_recorded: 'next.disk',
  cancelled: 'next.again',
  order_claimed: 'next.claimed',
  team_refused: 'next.team',
};

/** As core writes it: the desk with its code, and since when it has the order. */
const HOLDER = /^(?<desk>.+), (?<since>\d{4}-\d\d-\d\dT[\d:.]+Z)$/u;
/** The server's words for a desk from which it takes nothing. */
const TEAM_WORDS: ReadonlyMap<string, WordKey> = new Map([
  ['forked', 'reason.team.frozen'],
  ['frozen', 'reason.team.frozen'],
  ['revoked', 'reason.team.revoked'],
  ['login_closed', 'reason.team.revoked'],
  ['number_of_another_desk', 'reason.team.number'],
  ['other_merchant', 'reason.team.merchant'],
  ['numbers_unknown', 'reason.team.numbersUnknown'],
  ['number_of_before', 'reason.team.numberOfBefore'],
]);

/** What the team's server said about a request that was not sent, in words; null: it is not about the team, or has no words. */
export function teamDetailText(
  code: Refused['reason']['code'],
  detail: string,
  language: Language,
  say: Say,
): string | null {
  if (code === 'team_refused') {
    const key = TEAM_WORDS.get(detail);
    return key === undefined ? null : say(key);
  }
  const held = code === 'order_claimed' ? HOLDER.exec(detail)?.groups : undefined;
  if (held === undefined) return null;
  const { desk = '', since = '' } = held;
  const time = shortTimeText(since, language);
  return desk === OWN_DESK
    ? say('reason.claimedHere', { time })
    : say('reason.claimedBy', { desk, time });
}

/** "amount_cents is text, the format expects a number; state is missing". */
export function answerFaultsText(faults: readonly AnswerFault[], say: Say): string {
  return faults
    .map(({ field, got, expected }) =>
      got === 'missing'
        ? say('answerFault.missing', { field })
        : say('answerFault.wrong', {
            field,
            got: say(`answerFault.got.${got}`),
            expected: say(`answerFault.expected.${expected}`),
          }),
    )
    .join('; ');
}
