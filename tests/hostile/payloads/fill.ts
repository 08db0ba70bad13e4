import { z } from 'zod';

import { type ProfileSetUp, profileSchema } from '../../../src/shared/domain/profile.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../../src/shared/domain/logSearch.ts';
import { wordingFault } from '../../../src/shared/domain/message/placeholders.ts';
import { MAX_TEMPLATE } from '../../../src/shared/domain/template.ts';
import { checkDraft } from '../../../src/shared/domain/draft.ts';
import { type CreateDraft, createInput } from '../../support/builders.ts';
import { goTo } from '../../e2e/steps.ts';
import type { EvilProvider } from '../evilProvider.ts';
import { EVIL_PROFILE, type HostileDesk } from '../hostileDesk.ts';
import type { Walk } from './look.ts';
import {
  DATA_FIELDS,
  EVERY,
  customerOf,
  foreignOrderOf,
  marked,
  orderOf,
  refusedOrderOf,
  unknownOrderOf,
} from './marked.ts';

const RECORD_FIELDS = ['seller', 'buyer', 'payment_bill_url', 'surprise', 'state'] as const;

/** Everything that a provider can put into an answer. */
export function sayAll(provider: EvilProvider): void {
  for (const at of EVERY) {
    const data = Object.fromEntries(DATA_FIELDS.map((field) => [field, marked(field, at)]));
    const record = Object.fromEntries(RECORD_FIELDS.map((field) => [field, marked(field, at)]));
    const extra = { [marked('key', at)]: marked('extra', at) };
    const body = { ...record, payment_data: { ...data, ...extra }, ...extra };
    provider.say(orderOf(at), { headers: { 'x-evil': marked('header', at) }, body });
    const message = marked('refusal', at);
    provider.say(refusedOrderOf(at), {
      status: 422,
      headers: { 'retry-after': marked('later', at) },
      body: { error: message, message, errors: [{ [message]: message }] },
    });
    const trouble = marked('trouble', at);
    provider.say(unknownOrderOf(at), { status: 500, body: { message: trouble } });
    provider.say(foreignOrderOf(at), { body: { kind: marked('kind', at) } });
  }
}

const BOUNDS = { min_cents: 100, max_cents: 100_000_000 };

export function limitsWithPayloads(): unknown {
  const types = EVERY.map((at) => ({
    ...BOUNDS,
    currency: 'RUB',
    payment_type: marked('type', at),
    name: marked('limit', at),
  }));
  return [{ ...BOUNDS, currency: 'RUB', payment_type: 'any_bank' }, ...types];
}

/** Currencies that nobody has heard of. */
export function limitsOfPayloads(): unknown {
  const currencies = EVERY.map((at) => ({
    ...BOUNDS,
    currency: marked('cur', at),
    payment_type: marked('of', at),
  }));
  return [{ ...BOUNDS, currency: 'RUB', payment_type: 'any_bank' }, ...currencies];
}

const ADDRESSES = ['callback_url', 'success_url', 'reject_url'] as const;

/** As the form would send them; what it refuses is counted and left out. */
export function fieldsOf(at: number, onRefused: () => void): Partial<CreateDraft> {
  const sent = {
    payment_type: marked('type', at),
    customer_phone_number: marked('ph', at),
    ...Object.fromEntries(ADDRESSES.map((field) => [field, addressOf(field, at)])),
  };
  const { fields } = createInput({ ...sent, order_id: orderOf(at), customer: customerOf(at) });
  const merchant = profileSchema.shape.merchant.parse('66666666-5555-4444-8333-222222222222');
  const profile = { merchant, limitsPolicy: 'enforce' } as const;
  const { faults } = checkDraft({ flow: 'create', fields }, profile, null, 0);
  for (const { field } of faults) if (field in sent) onRefused();
  return { ...sent, ...Object.fromEntries(faults.map(({ field }) => [field, ''])) };
}

export function addressOf(field: string, at: number): string {
  return `https://${field.replaceAll('_', '-')}.example/${marked('at', at)}`;
}

const profilesSchema = z.array(profileSchema);

export async function setUpOf(desk: HostileDesk): Promise<ProfileSetUp> {
  const profiles = profilesSchema.parse(await desk.ask('profile.list', {}));
  const found = profiles.find(({ id }) => id === EVIL_PROFILE);
  if (found === undefined) throw new Error('The profile is gone');
  const { id: _id, archivedAt: _archivedAt, ...setUp } = found;
  return setUp;
}

/** The provider's words are taken for its states, what each means, and what its refusals are called here. */
export async function teachProfile(desk: HostileDesk, places: readonly number[]): Promise<void> {
  const setUp = await setUpOf(desk);
  const dialect = {
    ...setUp.dialect,
    acceptedStates: {
      ...setUp.dialect.acceptedStates,
      create: ['created', ...places.map((at) => marked('state', at))],
    },
    companionHeaders: places.map((at) => ({
      kind: 'fixed',
      name: `X-Own-${at}`,
      value: marked('own', at),
    })),
    refusals: EVERY.map((at) => ({
      status: 422,
      path: 'error',
      value: marked('refusal', at),
      meaning: 'refused',
      wording: marked('wording', at),
    })),
  };
  const stateWords = EVERY.map((at) => ({
    word: marked('st', at),
    colour: 'blue',
    meaning: marked('mean', at),
  }));
  await desk.ask('profile.save', { id: EVIL_PROFILE, setUp: { ...setUp, dialect, stateWords } });
}

const wordingOf = (at: number): string => `${marked('t', at)} {number}`;

/** Braces that hold nothing the desk knows: the desk's own wording is used in its place. */
export const isUsedWording = (at: number): boolean =>
  wordingFault(wordingOf(at), MAX_TEMPLATE) === null;

/** Everything that an office names or writes once. */
export async function fillDesk({ desk, ofRequests, ofOthers }: Walk): Promise<void> {
  // New request would be drawn again at each.
  await goTo(desk.page, '#/settings/about');
  const look = { text: '', filter: NO_FILTER, range: null, sort: NEWEST_FIRST };
  for (const at of ofOthers) {
    await desk.ask('view.save', { id: crypto.randomUUID(), name: marked('view', at), ...look });
  }
  for (const at of ofRequests) {
    await desk.ask('template.save', {
      id: crypto.randomUUID(),
      language: 'en',
      channel: 'telegram',
      paymentType: marked('type', at),
      text: wordingOf(at),
    });
  }
}
