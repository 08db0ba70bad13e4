import type { Failure } from '../../src/shared/domain/failure.ts';
import { safeLink } from '../../src/shared/domain/link.ts';
import {
  type DepositRequest,
  amountChanged,
  amountOf,
  isInFlight,
} from '../../src/shared/domain/request.ts';
import { knownToProvider } from '../../src/shared/domain/saidLater.ts';
import { knownWords } from '../../src/renderer/text/callbacks.ts';
import { sayOf } from '../../src/renderer/i18n/i18n.ts';
import { createI18n } from '../../src/renderer/testing/i18n.ts';
import { failureText, outcomeWords } from '../../src/renderer/text/failures.ts';
import { moneyText } from '../../src/renderer/text/numbers.ts';

/** The page's own words, in English, by the page's own functions. */
const say = sayOf(createI18n('en'));

export function wordsOfFailure(failure: Failure): readonly string[] {
  return [failureText(failure, say)];
}

/** Sentence by sentence what a card tells the operator beyond the request's own fields. */
export function wordsOf(request: DepositRequest): readonly string[] {
  if (isInFlight(request)) return [];
  switch (request.outcome) {
    case 'rejected':
    case 'not_sent':
    case 'unknown': {
      const { happened, undone, next } = outcomeWords(request);
      const order = request.body.fields.order_id;
      const values = { order, type: request.body.fields.payment_type };
      const sentences = [undone, happened, next].map((key) => say(key, values));
      return [
        say(`state.${request.outcome}`),
        ...sentences,
        ...factsOf(request),
        ...knownOf(request),
      ];
    }
    case 'accepted':
      return [...changedAmount(request), ...unsafeLinks(request)];
    default:
      return [];
  }
}

/** What the provider has said of it by itself meanwhile. */
function knownOf(request: DepositRequest): readonly string[] {
  const heard = knownToProvider(request);
  return heard === null ? [] : [say('known.title'), ...knownWords(request, heard, say)];
}

function factsOf(
  request: Extract<DepositRequest, { outcome: 'rejected' | 'not_sent' | 'unknown' }>,
): readonly string[] {
  const { httpStatus } = request.reason;
  const status = httpStatus === null ? [] : [say('reason.http', { status: httpStatus })];
  if (request.outcome !== 'rejected') return status;
  const { retryAfter, detail } = request.reason;
  return [
    ...status,
    ...(retryAfter === null ? [] : [say('reason.retryAfter', { value: retryAfter })]),
    ...(detail === null ? [] : [say('reason.said', { detail })]),
  ];
}

type Accepted = Extract<DepositRequest, { outcome: 'accepted' }>;

function changedAmount(request: Accepted): readonly string[] {
  if (!amountChanged(request)) return [];
  const { cents, currency } = request.body.fields;
  const amounts = {
    sent: moneyText(cents, currency, 'en'),
    returned: moneyText(amountOf(request).cents, currency, 'en'),
  };
  const key = request.amountAcknowledgedAt === null ? 'changed.text' : 'changed.seen';
  return [say('changed.title'), say(key, amounts)];
}

function unsafeLinks({ answer }: Accepted): readonly string[] {
  const address = answer.record.payment_data.url ?? null;
  const isText = address !== null && safeLink(address, null) === null;
  return isText ? [say('link.unsafe')] : [];
}

/** A key without words is said as it is. */
export function isWording(sentence: string): boolean {
  return (
    !sentence.includes('{{') &&
    !/^(?:state|reason|undone|next|failure|changed|known|verdict)\.\w/u.test(sentence)
  );
}
