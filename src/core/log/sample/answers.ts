import type { DepositAnswer, DepositBody } from '#shared/domain/deposit.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import { type RemoteId, remoteIdSchema } from '#shared/domain/ids.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { SettledStage } from '#shared/domain/request.ts';

import { classify } from '../../provider/classify.ts';
import type { Exchange } from '../../provider/client.ts';
import type { Dice } from './dice.ts';
import type { Fate } from './fates.ts';
import { TEST_NOTICE, requisitesFor } from './requisites.ts';

export type Settled = {
  readonly stage: SettledStage;
  readonly answer: TravelledAnswer | null;
  /** From the bytes to the answer, or to giving up. */
  readonly elapsedMs: number;
};

type Asked = { readonly profile: Profile; readonly body: DepositBody; readonly atMs: number };

type Refused = Extract<Fate, { outcome: 'rejected' | 'unknown' }>;

const DEADLINE_MS = 90_000;
const NOTHING = { httpStatus: null, detail: null };

/** What the provider says, as bytes, and what the desk's own reading makes of them. */
export function settle(dice: Dice, fate: Fate, asked: Asked): Settled {
  if (fate.outcome === 'not_sent') return notSent(dice, fate);
  const elapsedMs = elapsed(dice);
  if (fate.outcome === 'accepted') return accepted(dice, asked, elapsedMs);
  const exchange = exchangeOf(dice, fate, asked, elapsedMs);
  if (exchange === null) return byTheDesk(dice, fate, asked, elapsedMs);
  const stage = classify(exchange, asked.body, asked.profile.dialect);
  const isLate = exchange.kind === 'lost' && exchange.code === 'no_answer_in_time';
  return { stage, answer: exchange.answer, elapsedMs: isLate ? DEADLINE_MS : elapsedMs };
}

/** Not read back from its bytes, of which there are a million: a test holds the two together. */
function accepted(dice: Dice, asked: Asked, elapsedMs: number): Settled {
  const answer = recordOf(dice, asked);
  const travelled = answered(dice, asked, elapsedMs, 200, answer.record).answer;
  return { stage: { outcome: 'accepted', answer }, answer: travelled, elapsedMs };
}

/** Most answers are quick, some take long. */
function elapsed(dice: Dice): number {
  const slow = dice.isHit(0.04) ? 8000 : 700;
  return 120 + Math.floor(-Math.log(1 - dice.roll()) * slow);
}

const NOT_SENT_DETAILS: Readonly<Record<string, string>> = {
  vault_unavailable: 'locked',
  name_not_resolved: 'getaddrinfo ENOTFOUND provider.example',
  connection_failed: 'connect ECONNREFUSED 192.0.2.10:443',
  connection_timed_out: 'no connection within 15000 ms',
  proxy_failed: 'the proxy answered 407',
  tls_failed: 'CERT_HAS_EXPIRED: certificate has expired',
  not_recorded: 'SQLITE_FULL: database or disk is full',
};

function notSent(dice: Dice, { code }: Extract<Fate, { outcome: 'not_sent' }>): Settled {
  const detail = NOT_SENT_DETAILS[code] ?? null;
  const elapsedMs = code === 'connection_timed_out' ? 15_000 : dice.between(5, 400);
  const stage = { outcome: 'not_sent', reason: { code, httpStatus: null, detail } } as const;
  return { stage, answer: null, elapsedMs };
}

/** What the desk itself found out, whatever the provider said. */
function byTheDesk(dice: Dice, fate: Refused, asked: Asked, elapsedMs: number): Settled {
  if (fate.outcome !== 'unknown') throw new Error(`${fate.outcome} has an answer`);
  const { code } = fate;
  if (code !== 'id_already_used' && code !== 'answer_not_recorded') {
    return { stage: { outcome: 'unknown', reason: { code, ...NOTHING } }, answer: null, elapsedMs };
  }
  const answer = answered(dice, asked, elapsedMs, 200, recordOf(dice, asked).record).answer;
  const detail =
    code === 'id_already_used'
      ? `${dice.uuid()} already belongs to order ${asked.body.fields.order_id}-0`
      : 'SQLITE_FULL: database or disk is full';
  return {
    stage: { outcome: 'unknown', reason: { code, httpStatus: null, detail } },
    answer,
    elapsedMs,
  };
}

/** Null: no answer of a provider makes it so. */
function exchangeOf(dice: Dice, fate: Refused, asked: Asked, elapsedMs: number): Exchange | null {
  const say = (
    status: number,
    said: object | string,
    more: TravelledAnswer['headers'] = [],
  ): Exchange => answered(dice, asked, elapsedMs, status, said, more);
  const lost = (code: Extract<Exchange, { kind: 'lost' }>['code'], detail: string): Exchange => ({
    kind: 'lost',
    code,
    detail,
    answer: null,
  });
  switch (fate.code) {
    case 'no_requisites':
      return say(200, { code: 'no_requisites', message: 'No free requisites for this amount' });
    case 'customer_blocked':
      return say(200, { code: 'customer_blocked', message: 'Customer is blocked' });
    case 'refused_by_provider':
      return say(422, { error: { message: dice.pick(REFUSALS) } });
    case 'rate_limited':
      return say(429, { message: 'Too many requests' }, [['Retry-After', '30']]);
    case 'no_answer_in_time':
      return lost(fate.code, `no answer within ${DEADLINE_MS} ms`);
    case 'connection_lost':
      return lost(fate.code, dice.pick(['read ECONNRESET', 'socket hang up']));
    case 'not_http':
      return lost(fate.code, 'Parse Error: Expected HTTP/');
    case 'answer_too_large':
      return lost(fate.code, 'more than 1048576 bytes');
    case 'unexpected_status':
      return say(dice.pick([500, 502, 503, 504]), { error: 'Internal error' });
    case 'redirect':
      return say(302, {}, [['Location', 'https://login.provider.example/']]);
    case 'order_exists':
      return say(409, { error: { message: 'order_id already exists' } });
    case 'unreadable_answer':
      return say(200, BAD_GATEWAY);
    case 'incomplete_answer':
      return say(200, { ...recordOf(dice, asked).record, id: undefined, uuid: undefined });
    case 'mismatched_answer':
      return say(200, { ...recordOf(dice, asked).record, amount_currency: 'USD' });
    case 'state_not_accepted':
      return say(200, { ...recordOf(dice, asked).record, state: 'on_hold' });
    default:
      return null;
  }
}

const REFUSALS: readonly string[] = [
  'cents: below the minimum',
  'customer: not allowed',
  'payment_type: not offered',
  'Сумма вне лимитов',
];

const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

function answered(
  dice: Dice,
  { profile, atMs }: Asked,
  elapsedMs: number,
  httpStatus: number,
  said: object | string,
  more: TravelledAnswer['headers'] = [],
): Extract<Exchange, { kind: 'answered' }> {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  const headers: TravelledAnswer['headers'] = [
    ['Server', profile.mode === 'live' ? 'nginx' : 'sandbox'],
    ['Date', new Date(atMs + elapsedMs).toUTCString()],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
    ['X-Request-Id', dice.uuid()],
    ...more,
  ];
  return { kind: 'answered', answer: { httpStatus, headers, body, elapsedMs }, problem: null };
}

/** 2.3 and 2.5, field by field in the document's order. */
function recordOf(dice: Dice, { profile, body }: Asked): DepositAnswer {
  const id: RemoteId = remoteIdSchema.parse(dice.uuid());
  const { merchant, order_id: orderId, payment_type: type, currency } = body.fields;
  const url = `${profile.baseUrl}/pay/${id}`;
  const paymentData = requisitesFor(dice, type, orderId, url);
  if (body.flow === 'build') {
    const record = {
      uuid: id,
      merchant,
      order_id: orderId,
      state: 'builded',
      amount_currency: currency,
      payment_data: { payment_reason: TEST_NOTICE, url },
    };
    return { flow: 'build', record };
  }
  const record = {
    id,
    merchant,
    external_id: orderId,
    state: 'created',
    kind: 'deposit',
    amount_cents: minorUnitsSchema.parse(body.fields.cents + changeOf(dice)),
    amount_currency: currency,
    seller: 'test-seller',
    buyer: body.fields.customer,
    payment_data: paymentData,
    payment_bill_url: `${profile.baseUrl}/bill/${id}.png`,
  };
  return { flow: 'create', record };
}

/** Some providers add a few minor units, so that a payment can be told by its amount. */
function changeOf(dice: Dice): number {
  return dice.isHit(0.012) ? dice.between(1, 99) : 0;
}
