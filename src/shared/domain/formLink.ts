import { currencySchema } from './currency.ts';
import type { Flow } from './deposit.ts';
import type { DraftField } from './draft.ts';

/** The scheme that installers register: `deposit-desk://new?amount=1500&currency=RUB&customer=cust-77`. */
export const LINK_SCHEME = 'deposit-desk';
export const MAX_LINK_LENGTH = 4096;

/** Each parameter and the field that it fills. */
const FIELDS: ReadonlyMap<string, DraftField> = new Map([
  ['amount', 'cents'],
  ['currency', 'currency'],
  ['type', 'payment_type'],
  ['customer', 'customer'],
  ['order', 'order_id'],
  ['phone', 'customer_phone_number'],
]);

const FLOWS: ReadonlyMap<string, Flow> = new Map([
  ['direct', 'create'],
  ['requisites', 'create'],
  ['create', 'create'],
  ['page', 'build'],
  ['link', 'build'],
  ['build', 'build'],
]);

/** A parameter that fills nothing, and why. */
type LinkFault = {
  readonly name: string;
  readonly value: string;
  readonly why: 'too_long' | 'unknown' | 'twice' | 'bad_flow' | 'bad_currency' | 'not_in_flow';
};

/** What another program asks the form to be filled with. Nothing of it is trusted: the form checks it as typed text. */
export type FormLink = {
  /** Null: the form that is open. */
  readonly flow: Flow | null;
  readonly texts: Readonly<Partial<Record<DraftField, string>>>;
  readonly faults: readonly LinkFault[];
};

/** Reads the part of a link after `?`. Parameters that are not known are named, never ignored. */
export function readFormLink(query: string): FormLink {
  // Nothing of it is taken: a cut link may hold a cut amount.
  if (query.length > MAX_LINK_LENGTH) {
    return { flow: null, texts: {}, faults: [{ name: '', value: '', why: 'too_long' }] };
  }
  const given = pairsOf(query);
  const named = given.find(([name]) => name === 'flow')?.[1].toLowerCase() ?? '';
  const flow = FLOWS.get(named) ?? null;
  const seen = new Set<string>();
  const faults: LinkFault[] = [];
  const texts: Partial<Record<DraftField, string>> = {};
  for (const [name, value] of given) {
    const why = faultOf(name, value, flow, seen);
    seen.add(name);
    const field = FIELDS.get(name);
    if (why !== null) faults.push({ name, value, why });
    else if (field !== undefined) texts[field] = name === 'currency' ? value.toUpperCase() : value;
  }
  return { flow, texts, faults };
}

/** As forms encode them; a text with a broken escape stays as it is. */
function pairsOf(query: string): readonly (readonly [string, string])[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at === -1
        ? [decoded(pair), '']
        : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
    });
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function faultOf(
  name: string,
  value: string,
  flow: Flow | null,
  seen: ReadonlySet<string>,
): LinkFault['why'] | null {
  if (seen.has(name)) return 'twice';
  if (name === 'flow') return flow === null ? 'bad_flow' : null;
  if (!FIELDS.has(name)) return 'unknown';
  if (name === 'currency' && !currencySchema.safeParse(value.toUpperCase()).success) {
    return 'bad_currency';
  }
  // 2.4: a payment link has neither a payment type nor a phone number.
  return flow === 'build' && (name === 'type' || name === 'phone') ? 'not_in_flow' : null;
}

/** The query of a link of our own scheme; null for any other address. Both `deposit-desk://new?…` and `deposit-desk:new?…`. */
export function queryOfLink(address: string): string | null {
  const query = /^deposit-desk:(?:\/\/)?new\/?(?:\?(?<query>.*))?$/isu.exec(address)?.groups;
  return query === undefined || address.length > MAX_LINK_LENGTH ? null : (query['query'] ?? '');
}
