import { type Refusal, fieldRefusal } from './refusal.ts';

/*
 * The provider's own reading of tables 2.1 and 2.4. Deliberately shares nothing with the desk's schemas: a field the desk
 * gets wrong must be refused here, not agreed with.
 */

export type Flow = 'create' | 'build';

type Kind = 'uuid' | 'text' | 'url' | 'cents';
type Rule = { readonly kind: Kind; readonly required: boolean };
/** Maps, not objects: a field called "constructor" must be unknown. */
type Table = ReadonlyMap<string, Rule>;

const needed = (kind: Kind): Rule => ({ kind, required: true });
const allowed = (kind: Kind): Rule => ({ kind, required: false });

const TABLE_2_1: Table = new Map([
  ['merchant', needed('uuid')],
  ['order_id', needed('text')],
  ['cents', needed('cents')],
  ['currency', needed('text')],
  ['payment_type', needed('text')],
  ['customer', needed('text')],
  ['callback_url', allowed('url')],
  ['success_url', allowed('url')],
  ['reject_url', allowed('url')],
  ['customer_phone_number', allowed('text')],
]);

/** 2.4: the customer is optional and there is no phone. */
const TABLE_2_4: Table = new Map([
  ['merchant', needed('uuid')],
  ['order_id', needed('text')],
  ['cents', needed('cents')],
  ['currency', needed('text')],
  ['payment_type', needed('text')],
  ['customer', allowed('text')],
  ['callback_url', allowed('url')],
  ['success_url', allowed('url')],
  ['reject_url', allowed('url')],
]);

const TABLES: Readonly<Record<Flow, Table>> = { create: TABLE_2_1, build: TABLE_2_4 };

/** A parsed JSON object, of which nothing is known yet. */
export type Body = Readonly<Record<string, unknown>>;

/** The fields as sent, all checked. Optional ones are absent when they were not sent. */
export type DepositFields = {
  readonly merchant: string;
  readonly order_id: string;
  readonly cents: number;
  readonly currency: string;
  readonly payment_type: string;
} & Readonly<Record<string, string | number>>;

export function fieldNames(flow: Flow): readonly string[] {
  return [...TABLES[flow].keys()];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const LONGEST_NAME_SHOWN = 60;
const LONGEST: Readonly<Record<'text' | 'url', number>> = { text: 255, url: 2048 };

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

export function findUnknownField(flow: Flow, body: Body): Refusal | null {
  const stranger = Object.keys(body).find((name) => !TABLES[flow].has(name));
  if (stranger === undefined) return null;
  const shown = stranger.slice(0, LONGEST_NAME_SHOWN);
  return fieldRefusal(shown, 'unknown_field', `deposit/${flow} has no such field`);
}

/** The first fault in the document's field order, or null. */
export function findFieldFault(flow: Flow, body: Body): Refusal | null {
  for (const [name, rule] of TABLES[flow]) {
    const fault = Object.hasOwn(body, name)
      ? findValueFault(name, rule.kind, body[name])
      : rule.required
        ? fieldRefusal(name, 'missing_field', 'is required')
        : null;
    if (fault !== null) return fault;
  }
  return null;
}

function findValueFault(name: string, kind: Kind, value: unknown): Refusal | null {
  if (kind === 'cents') return findCentsFault(name, value);
  if (typeof value !== 'string') return fieldRefusal(name, 'wrong_type', 'must be a string');
  if (value === '') return fieldRefusal(name, 'empty_field', 'must not be empty; leave it out');
  if (kind === 'uuid') {
    return UUID.test(value) ? null : fieldRefusal(name, 'malformed', 'must be a UUID');
  }
  const longest = LONGEST[kind];
  if (value.length > longest) {
    return fieldRefusal(name, 'too_long', `must be at most ${longest} characters`);
  }
  // A lone surrogate has no UTF-8 form, so what was signed could not be told from U+FFFD.
  if (/[\p{Cs}\p{Cc}]/u.test(value)) {
    return fieldRefusal(name, 'malformed', 'must not contain control characters');
  }
  // Part 5, rule 1: two bodies could otherwise share one string to sign.
  if (value.includes('::') || value.startsWith(':') || value.endsWith(':')) {
    return fieldRefusal(name, 'separator', 'must not contain "::", nor begin or end with ":"');
  }
  if (kind === 'url' && !isWebAddress(value)) {
    return fieldRefusal(name, 'malformed', 'must be an absolute http or https address');
  }
  return null;
}

function findCentsFault(name: string, value: unknown): Refusal | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return fieldRefusal(name, 'wrong_type', 'must be an integer of minor units');
  }
  if (!Number.isSafeInteger(value) || value <= 0) {
    return fieldRefusal(name, 'out_of_range', 'must be a positive integer of minor units');
  }
  return null;
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//iu.test(value) || /\s/u.test(value)) return false;
  return URL.canParse(value);
}

/** Only for a body in which `findFieldFault` found nothing. */
export function readFields(body: Body): DepositFields {
  const { merchant, order_id, cents, currency, payment_type, ...rest } = body;
  const optional = Object.entries(rest).map(([name, value]) => [name, readText(value)] as const);
  return {
    merchant: readText(merchant),
    order_id: readText(order_id),
    cents: readInteger(cents),
    currency: readText(currency),
    payment_type: readText(payment_type),
    ...Object.fromEntries(optional),
  };
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('A checked field was not text');
  return value;
}

function readInteger(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('A checked amount was not a number');
  return value;
}
