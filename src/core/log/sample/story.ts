import type { DepositBody } from '#shared/domain/deposit.ts';
import { buildFieldsSchema, createFieldsSchema } from '#shared/domain/deposit.ts';
import type { TravelledRequest } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';

import { depositRequestOf } from '../../provider/requests.ts';
import { stringToSign } from '../../provider/stringToSign.ts';
import type { EventOf, NewEvent, PreparedBody } from '../store/events.ts';
import { type Settled, settle } from './answers.ts';
import type { Ask } from './asks.ts';
import type { Dice } from './dice.ts';
import type { Fate } from './fates.ts';
import { laterEvents } from './later.ts';

/** An event and when it happens. */
export type Timed = {
  readonly atMs: number;
  readonly event: NewEvent;
  /** The very same callback comes once more then. */
  readonly againMs?: number;
  /** How the operator then settles the amount that it names. */
  readonly settling?: Pick<EventOf<'mismatch_settled'>['body'], 'note' | 'operator'> & {
    readonly atMs: number;
  };
};

/** A profile with what it signs by. Callbacks are signed where `signCallback` is there; a forged one with another secret. */
export type Merchant = {
  readonly profile: Profile;
  readonly secret: string;
  readonly signCallback?: (text: string, isForged: boolean) => string;
};
/** As the operator types the customer: a number, a nickname, a name in either script. */
export type Customer = { readonly customer: string; readonly phone: string | null };

export type Beginning = {
  readonly merchant: Merchant;
  readonly intentId: IntentId;
  readonly operator: Operator;
  readonly body: DepositBody;
  readonly atMs: number;
  readonly fate: Fate;
  readonly limitsSnapshotId: PreparedBody['limitsSnapshotId'];
  readonly reissueOf: IntentId | null;
  /** An unknown that no operator resolves: it is issued again. */
  readonly willBeReissued: boolean;
  readonly isSample: boolean;
};

export type Story = {
  readonly beginning: Beginning;
  readonly settled: Settled;
  readonly settledMs: number;
};

/** Everything that happens to one request, in order of time. W1 to W3 always; the rest as people and the provider do. */
export function storyOf(dice: Dice, beginning: Beginning): readonly Timed[] {
  const { merchant, atMs, fate, intentId } = beginning;
  const { profile } = merchant;
  const events: Timed[] = [{ atMs, event: { kind: 'prepared', body: preparedOf(beginning) } }];
  const sendingMs = atMs + dice.between(30, 350);
  const settled = settle(dice, fate, { profile, body: beginning.body, atMs: sendingMs });
  if (fate.outcome !== 'not_sent') {
    const sent = travelled(dice, beginning, sendingMs);
    events.push({ atMs: sendingMs, event: { kind: 'sending', body: { intentId, sent } } });
  }
  const settledMs = sendingMs + settled.elapsedMs;
  const { stage, answer } = settled;
  events.push({ atMs: settledMs, event: { kind: 'settled', body: { intentId, stage, answer } } });
  events.push(...laterEvents(dice, { beginning, settled, settledMs }));
  return events;
}

/** The old unknown of a request that is issued again is resolved by the new one. */
export function reissuedAs(old: Beginning, { intentId, operator, atMs }: Beginning): Timed {
  const at = new Date(atMs).toISOString();
  const resolution = { kind: 'reissued' as const, at, operator, note: '', asIntentId: intentId };
  return { atMs, event: { kind: 'resolved', body: { intentId: old.intentId, resolution } } };
}

/** What was sent is settled, whatever the hour. */
export function isSettling({ kind }: NewEvent): boolean {
  return kind === 'sending' || kind === 'settled';
}

/** What refers to an event by the number that the log gave it: the same callback again, its amount settled. */
export function followUps({ event, againMs, settling }: Timed, seq: number): readonly Timed[] {
  if (event.kind !== 'callback') return [];
  const { intentId, profileId, raw, reading, contradicts } = event.body;
  const next: Timed[] = [];
  if (againMs !== undefined) {
    const body = { profileId, ofSeq: seq, headers: raw.headers };
    next.push({ atMs: againMs, event: { kind: 'callback_repeated', body } });
  }
  // A callback that contradicts the request says nothing that would count.
  if (settling !== undefined && contradicts === null) {
    const { atMs, ...said } = settling;
    const body = { intentId, ...said, paidSeq: seq, paid: reading.amount ?? '' };
    next.push({ atMs, event: { kind: 'mismatch_settled', body } });
  }
  return next;
}

/** With the answers that mean "nothing was created" taught to the profile's format. */
export function taughtMerchant(profile: Profile): Merchant {
  const { dialect } = profile;
  const taught = { ...dialect, refusals: [...dialect.refusals, ...TAUGHT] };
  // The secret is made up: no request that was ever sent is signed with it.
  return { profile: { ...profile, dialect: taught }, secret: `sample-secret-of-${profile.id}` };
}

const TAUGHT: Profile['dialect']['refusals'] = [
  { status: 200, path: 'code', value: 'no_requisites', meaning: 'no_requisites', wording: '' },
  {
    status: 200,
    path: 'code',
    value: 'customer_blocked',
    meaning: 'customer_blocked',
    wording: 'Customer is on the stop list',
  },
];

function preparedOf(beginning: Beginning): PreparedBody {
  const { merchant, intentId, operator, body, limitsSnapshotId, reissueOf, isSample } = beginning;
  const { id: profileId, name: profileName, mode } = merchant.profile;
  return {
    intentId,
    profileId,
    profileName,
    mode,
    operator,
    body,
    stringToSign: stringToSign(body),
    limitsSnapshotId,
    reissueOf,
    ...(isSample ? { sample: true as const } : {}),
  };
}

/** Signed and written as a request of the desk is. */
function travelled(dice: Dice, { merchant, body }: Beginning, atMs: number): TravelledRequest {
  const { profile, secret } = merchant;
  const outgoing = depositRequestOf(profile, body, {
    secrets: { signing: secret, headers: new Map() },
    userAgent: 'DepositDesk/0.1.0',
    clock: { now: () => new Date(atMs) },
    chance: {
      uuid: dice.uuid,
      bytes(count) {
        const bytes = new Uint8Array(count);
        dice.fillBytes(bytes);
        return bytes;
      },
    },
  });
  if (!outgoing.ok) throw new Error(`A sample request cannot be signed: ${outgoing.error}`);
  const { method, url, headers } = outgoing.value;
  const isLive = profile.mode === 'live';
  return {
    method,
    url: url.href,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: outgoing.value.body,
    remoteAddress: isLive ? `192.0.2.${10 + dice.below(3)}:443` : url.host,
    tls: isLive ? 'TLSv1.3' : null,
  };
}

export function bodyOf(
  dice: Dice,
  { profile }: Merchant,
  ask: Ask,
  { customer, phone }: Customer,
  orderId: string,
): DepositBody {
  const common = {
    merchant: profile.merchant,
    order_id: orderId,
    cents: centsOf(dice, ask),
    currency: ask.currency,
    payment_type: ask.paymentType,
    ...(dice.isHit(0.1) ? { callback_url: 'https://callbacks.desk.example/c/4f1d' } : {}),
  };
  if (ask.flow === 'build') {
    const named = dice.isHit(0.7) ? { customer } : {};
    return { flow: 'build', fields: buildFieldsSchema.parse({ ...common, ...named }) };
  }
  const called = phone === null ? {} : { customer_phone_number: phone };
  return { flow: 'create', fields: createFieldsSchema.parse({ ...common, customer, ...called }) };
}

/** Small amounts are usual and round ones more so. */
function centsOf(dice: Dice, { least, most, step }: Ask): number {
  const share = dice.roll() ** 3;
  const units = Math.max(least, Math.round((least + (most - least) * share) / step) * step);
  return dice.isHit(0.12) ? units * 100 + dice.below(100) : units * 100;
}
