import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import type { EvilProvider } from '../evilProvider.ts';
import { EVIL_PROFILE, type HostileDesk, type Issued } from '../hostileDesk.ts';
import { PAYLOADS } from './payloads.ts';

/** What a provider can put into an answer. */
export const DATA_FIELDS = ['number', 'name', 'bank_name', 'bic', 'payment_reason', 'url'] as const;
const RECORD_FIELDS = ['seller', 'buyer', 'payment_bill_url', 'state', 'kind', 'surprise'] as const;

/** A text that names its field and its number, so that it can be looked for. */
export function marked(field: string, at: number): string {
  return `${field}${at} ${PAYLOADS[at] ?? ''}`;
}

export const orderOf = (at: number): string => `${marked('o', at)}!`;
export const customerOf = (at: number): string => marked('c', at);

export function sayAll(provider: EvilProvider): void {
  for (const at of PAYLOADS.keys()) {
    const data = Object.fromEntries(DATA_FIELDS.map((field) => [field, marked(field, at)]));
    const record = Object.fromEntries(RECORD_FIELDS.map((field) => [field, marked(field, at)]));
    const extra = { [marked('key', at)]: marked('extra', at) };
    const body = { ...record, state: 'created', payment_data: { ...data, ...extra }, ...extra };
    provider.say(orderOf(at), { body });
    const message = marked('refusal', at);
    provider.say(refusedOrderOf(at), {
      status: at % 2 === 0 ? 422 : 500,
      body: { error: message, message, errors: [{ [message]: message }] },
    });
  }
}

export const refusedOrderOf = (at: number): string => `${marked('n', at)}!`;

export function limitsWithPayloads(): unknown {
  return PAYLOADS.map((_payload, at) => ({
    currency: 'RUB',
    payment_type: marked('type', at),
    min_cents: 100,
    max_cents: 100_000_000,
    name: marked('limit', at),
  }));
}

/** Everything that an operator or an integrator names or writes; short where the contract wants it short. */
export async function fillDesk(desk: HostileDesk): Promise<void> {
  await desk.ask('settings.update', { operatorName: marked('op', 4) });
  for (const at of PAYLOADS.keys()) {
    const texts = { cents: '', currency: '', payment_type: '', customer: marked('pc', at) };
    const preset = { name: short('pn', at), profileId: null, flow: 'create', texts, digit: null };
    await desk.call('preset.save', { id: crypto.randomUUID(), ...preset });
  }
  const template = { id: crypto.randomUUID(), language: 'en', paymentType: null };
  const text = `${marked('t', 0)} {number} ${marked('t', 4)} ${marked('t', 34)}`;
  await desk.call('template.save', { ...template, channel: 'telegram', text });
}

const LONGEST_NAME = 40;

export function short(field: string, at: number): string {
  return marked(field, at).slice(0, LONGEST_NAME).trim();
}

export async function addNotes(desk: HostileDesk, issued: readonly Issued[]): Promise<void> {
  for (const [at, { intentId }] of issued.entries()) {
    await desk.ask('request.note', { intentId, text: marked('note', at) });
  }
}

const listenerSchema = z.object({ address: z.string() });

/** Callbacks about every order; none is signed, all are kept. */
export async function callBack(desk: HostileDesk): Promise<void> {
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: EVIL_PROFILE, settings, newPath: false };
  const { address } = listenerSchema.parse(await desk.ask('callback.setListener', set));
  for (const at of PAYLOADS.keys()) {
    await ownFetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        id: marked('id', at),
        external_id: orderOf(at),
        order_id: orderOf(at),
        state: marked('st', at),
        amount_cents: marked('paid', at),
        [marked('ck', at)]: marked('cv', at),
      }),
    });
  }
}
