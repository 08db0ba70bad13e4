import {
  CALLBACK_VERDICTS,
  CONTRADICTIONS,
  PAID_UNITS,
  WHY_APART,
} from '#shared/domain/callback.ts';
import { limitsSnapshotIdSchema, profileIdSchema } from '#shared/domain/ids.ts';
import { Money } from '#shared/domain/money.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { intent } from '../../testing/builders.ts';
import type { FirstCallback, NewEvent } from '../../log/store/events.ts';
import type { Dice } from './randomLog.ts';

const STATES = ['created', 'paid', 'Paid', 'оплачен', 'expired'] as const;
const PROFILES = ['shop', 'kassa', 'sandbox'] as const;

/** Something that the provider says by itself, about this request or about nothing that is known. */
export function callbackOf(dice: Dice, request: DepositRequest, made: number): NewEvent {
  return {
    kind: 'callback',
    body: {
      intentId: request.intentId,
      profileId: request.profileId,
      ...saidOf(dice, request.body.fields.cents, made),
      by: 'order_id',
      contradicts: dice.chance(0.2) ? dice.one(CONTRADICTIONS) : null,
    },
  };
}

function saidOf(dice: Dice, cents: number, made: number) {
  const amount = dice.one([null, String(cents), Money.plain(cents, 'RUB'), '7.77', '']);
  const isUnitKnown = amount !== null && dice.chance(0.5);
  return {
    raw: { method: 'POST', query: '', headers: [], body: `${made}`, encoding: 'utf8' },
    reading: {
      format: 'json',
      problem: null,
      id: null,
      orderId: null,
      merchant: null,
      currency: null,
      state: dice.one([null, ...STATES]),
      amount,
      ...(isUnitKnown ? { amountUnit: dice.one(PAID_UNITS) } : {}),
    },
    verdict: dice.one(CALLBACK_VERDICTS),
  } as const;
}

/** What comes in besides requests: callbacks that match nothing, come again or are read again, and limits. */
export function strayEvent(
  dice: Dice,
  callbacks: readonly FirstCallback[],
  recent: readonly DepositRequest[],
  made: number,
): NewEvent {
  const of = dice.one([null, ...callbacks.slice(-40)]);
  if (of === null || dice.chance(0.3)) return limitsEvent(dice, made);
  const { profileId, raw } = of.body;
  if (dice.chance(0.3)) {
    return { kind: 'callback_repeated', body: { profileId, ofSeq: of.seq, headers: raw.headers } };
  }
  const said = saidOf(dice, 150_000, made);
  if (dice.chance(0.4)) return apartOf(dice, dice.one(PROFILES), said);
  // Read again: what belonged to nothing may belong to something now, and the other way round.
  const cameWith = of.body.replayOf ?? of.seq;
  const about = dice.one([null, ...recent]);
  const again = about === null ? apartOf(dice, profileId, said) : callbackOf(dice, about, made);
  if (again.kind !== 'callback' && again.kind !== 'callback_apart') return again;
  return again.kind === 'callback'
    ? { kind: 'callback', body: { ...again.body, replayOf: cameWith } }
    : { kind: 'callback_apart', body: { ...again.body, replayOf: cameWith } };
}

function apartOf(dice: Dice, profileId: string, said: ReturnType<typeof saidOf>): NewEvent {
  const why = dice.one(WHY_APART);
  return {
    kind: 'callback_apart',
    body: { profileId: profileIdSchema.parse(profileId), ...said, why },
  };
}

/** What a statement says of it. */
export function comparedOf(dice: Dice, { intentId, operator }: DepositRequest): NewEvent {
  const finding = dice.one(['only_here', 'amount_differs', null] as const);
  const statement = { statementId: intentId, sha256: '', row: finding === 'only_here' ? null : 2 };
  const cents = finding === 'amount_differs' ? 1 : null;
  return { kind: 'compared', body: { intentId, operator, statement, finding, cents } };
}

export function mismatchSettledOf(request: DepositRequest): NewEvent | null {
  const { paid, intentId, operator } = request;
  if (paid === undefined) return null;
  return {
    kind: 'mismatch_settled',
    body: { intentId, operator, note: 'agreed', paidSeq: paid.seq, paid: paid.amount },
  };
}

/** The index has nothing of it. */
function limitsEvent(dice: Dice, made: number): NewEvent {
  return {
    kind: 'limits',
    body: {
      source: 'https://one.example',
      snapshot: {
        id: limitsSnapshotIdSchema.parse(intent(`limits ${made}`)),
        profileId: profileIdSchema.parse(dice.one(PROFILES)),
        readAt: new Date(made).toISOString(),
        recognised: true,
        entries: [],
        complaints: [],
        raw: '{}',
      },
    },
  };
}
