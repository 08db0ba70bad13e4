import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { CallbackReading } from '#shared/domain/callback.ts';
import {
  type BuildFields,
  type CreateFields,
  buildFieldsSchema,
  createFieldsSchema,
} from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import { type IntentId, intentIdSchema, merchantIdSchema } from '#shared/domain/ids.ts';
import { type Profile, profileSchema } from '#shared/domain/profile.ts';

import type { PreparedBody } from '../log/store/events.ts';
import type { Actor } from '../people/people.ts';
import type { Caller, Chance, Clock } from '../ports.ts';
import { stringToSign } from '../provider/stringToSign.ts';

export const MERCHANT = merchantIdSchema.parse('11111111-2222-4333-8444-555555555555');
export const OPERATOR = { account: 'desk', name: 'Anna' };
/** A page of a desk without people. */
export const ACTOR: Actor = {
  pageId: 'page',
  personId: null,
  operator: OPERATOR,
  may: () => true,
};
type AnyOperations = Readonly<Record<string, (input: never, actor: Actor) => unknown>>;
type ForPage<H extends AnyOperations> = {
  readonly [N in keyof H]: (input: Parameters<H[N]>[0]) => ReturnType<H[N]>;
};
/** Operations as that page calls them. */
export function asPage<H extends AnyOperations>(operations: H): ForPage<H>;
export function asPage(operations: AnyOperations): object {
  const bound = Object.entries(operations).map(
    ([name, run]): readonly [string, (input: unknown) => unknown] => [
      name,
      (input): unknown => Reflect.apply(run, undefined, [input, ACTOR]),
    ],
  );
  return Object.fromEntries<(input: unknown) => unknown>(bound);
}
export const PAGE: Caller = { kind: 'page', pageId: 'page' };

export const chance: Chance = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };

/** A callback that says nothing but these. */
export function readingOf(said: Partial<CallbackReading> = {}): CallbackReading {
  const nothing = { id: null, orderId: null, merchant: null, state: null, amount: null };
  return { format: 'json', problem: null, ...nothing, currency: null, ...said };
}

/** Time that a test moves by hand. */
export function manualClock(start = '2026-11-15T10:00:00.000Z'): Clock & {
  readonly advance: (ms: number) => void;
} {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
  };
}

const temporaryDirs: string[] = [];

/** For `afterAll`: files may still be open when a single test ends. */
export function removeTemporaryDirs(): void {
  for (const dir of temporaryDirs.splice(0)) {
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'desk-core-'));
  temporaryDirs.push(dir);
  return dir;
}

/** The same name gives the same id, so that a test can speak of intents by name. */
export function intent(name: string): IntentId {
  const hex = createHash('sha256').update(name).digest('hex');
  return intentIdSchema.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  );
}

export function profileOf(overrides: Partial<Record<keyof Profile, unknown>> = {}): Profile {
  return profileSchema.parse({
    id: 'shop',
    name: 'Shop',
    mode: 'live',
    baseUrl: 'https://provider.example',
    merchant: MERCHANT,
    dialect: DEFAULT_DIALECT,
    archivedAt: null,
    // Tests issue the same request again and again.
    duplicateWindowMin: 0,
    ...overrides,
  });
}

export function createFieldsOf(overrides: Readonly<Record<string, unknown>> = {}): CreateFields {
  return createFieldsSchema.parse({
    merchant: MERCHANT,
    order_id: 'A-1',
    cents: 150_000,
    currency: 'RUB',
    payment_type: 'any_bank',
    customer: 'cust-1',
    ...overrides,
  });
}

export function buildFieldsOf(overrides: Readonly<Record<string, unknown>> = {}): BuildFields {
  return buildFieldsSchema.parse({
    merchant: MERCHANT,
    order_id: 'B-1',
    cents: 1_000_000,
    currency: 'UZS',
    payment_type: 'uzs_select',
    ...overrides,
  });
}

type CreateDraft = Extract<DepositDraft, { flow: 'create' }>;

export function createDraftOf(overrides: Partial<CreateDraft['fields']> = {}): CreateDraft {
  return {
    flow: 'create',
    fields: {
      cents: 150_000,
      currency: 'RUB',
      payment_type: 'any_bank',
      customer: 'cust-1',
      order_id: 'A-1',
      customer_phone_number: '',
      callback_url: '',
      success_url: '',
      reject_url: '',
      ...overrides,
    },
  };
}

export function preparedOf(
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): PreparedBody {
  // The same again after an unknown would need its order id typed: each order is another customer's.
  const own = { order_id: name, customer: `cust-${name}`, ...fields };
  const body = { flow: 'create' as const, fields: createFieldsOf(own) };
  const profile = profileOf();
  return {
    intentId: intent(name),
    profileId: profile.id,
    profileName: profile.name,
    mode: profile.mode,
    operator: OPERATOR,
    body,
    stringToSign: stringToSign(body),
    limitsSnapshotId: null,
    reissueOf: null,
  };
}

/** For the customer and the amount of `preparedOf(of)`, which is issued again. */
export function reissueOf(of: string, name: string, order = name): PreparedBody {
  const own = preparedOf(order, { customer: `cust-${of}` });
  return { ...own, intentId: intent(name), reissueOf: intent(of) };
}

/** What the direct flow answers (2.3), as plain JSON. */
export function createRecordOf(
  fields: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id: randomUUID(),
    merchant: fields['merchant'],
    external_id: fields['order_id'],
    state: 'created',
    kind: 'deposit',
    amount_cents: fields['cents'],
    amount_currency: fields['currency'],
    payment_data: { number: '0000000000000000', name: 'TEST HOLDER' },
    ...overrides,
  };
}

/** What the method-selection flow answers (2.5), as plain JSON. */
export function buildRecordOf(
  fields: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    uuid: randomUUID(),
    merchant: fields['merchant'],
    order_id: fields['order_id'],
    state: 'builded',
    amount_currency: fields['currency'],
    payment_data: { url: 'https://pay.example/p/1' },
    ...overrides,
  };
}
