import type { Body } from './fields.ts';
import type { BodyReader } from './readBody.ts';
import { refusal } from './refusal.ts';

/**
 * application/x-www-form-urlencoded, read by hand. URLSearchParams forgives what was encoded wrongly, and a provider that forgives
 * proves nothing about its client. null: not such a text, or a field is in it twice.
 */
function readForm(text: string): Body | null {
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    const [name, value] = partsOf(pair);
    if (name === null || name === '' || value === null || fields.has(name)) return null;
    fields.set(name, value);
  }
  return Object.fromEntries([...fields].map(([name, value]) => [name, typed(name, value)]));
}

function partsOf(pair: string): readonly [string | null, string | null] {
  const equals = pair.indexOf('=');
  if (equals < 0) return [null, null];
  return [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
}

/** Everything but `*-._`, letters, digits and `+` for a space is percent-encoded UTF-8. */
function decoded(part: string): string | null {
  if (!/^(?:[\w*.+-]|%[0-9a-f]{2})*$/iu.test(part)) return null;
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** A form has only texts. The amount becomes the number it is written as; any other spelling stays a text, and is refused. */
function typed(name: string, value: string): string | number {
  return name === 'cents' && /^(?:0|[1-9][0-9]{0,15})$/u.test(value) ? Number(value) : value;
}

const ORDER_ID = /(?:^|&)order_id=(?<text>[^&]*)&/u;

/** From a form that is not whole; null where it has not come past the order. */
function peekFormOrderId(soFar: string): string | null {
  const text = ORDER_ID.exec(soFar)?.groups?.['text'];
  return text === undefined ? null : decoded(text);
}

const NOT_A_FORM = refusal(
  400,
  'malformed_form',
  'The body is not a form in UTF-8 with each field once',
);

export const FORM_BODY: BodyReader = {
  type: /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/iu,
  other: refusal(
    415,
    'form_only',
    'Content-Type must be application/x-www-form-urlencoded in UTF-8',
  ),
  parsed(bytes) {
    // Percent-encoded, it is ASCII; anything else is refused there.
    const body = readForm(bytes.toString('latin1'));
    return body === null ? { ok: false, refusal: NOT_A_FORM } : { ok: true, body };
  },
  peekOrderId: (soFar) => peekFormOrderId(soFar.toString('latin1')),
};
