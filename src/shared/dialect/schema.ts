import { z } from 'zod';

/** RFC 9110: a token. Anything else could not be sent at all. */
const headerNameSchema = z
  .string()
  .max(100)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/u);
/** Printable ASCII: what every server reads the same way. */
const headerTextSchema = z.string().regex(/^[\x20-\x7e]*$/u);
/** Keys from the top of a JSON answer, joined by dots; a number is a place in a list. */
const pathSchema = z
  .string()
  .max(200)
  .regex(/^[^\s.]+(?:\.[^\s.]+)*$/u);
const keySchema = pathSchema;

/** issuing.md: the statuses that conservatively mean "this call created nothing". */
export const DEFINITE_NO_STATUSES: readonly number[] = [400, 401, 403, 404, 405, 413, 415, 422];
export const TRY_LATER_STATUSES: readonly number[] = [425, 429];
/** Tried in this order; `[]` reads every element of a list. */
export const ERROR_PATHS: readonly string[] = [
  'error.message',
  'message',
  'error',
  'detail',
  'errors[]',
];

export const ALGORITHMS = [
  'hmac-sha256',
  'hmac-sha512',
  'hmac-sha1',
  'sha256',
  'sha512',
  'sha1',
  'md5',
  'rsa-sha256',
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
export const KEY_TRANSFORMS = ['text', 'base64', 'hex'] as const;
export const OUTPUTS = ['hex-lower', 'hex-upper', 'base64'] as const;
export const SECRET_POSITIONS = ['suffix', 'prefix'] as const;
export const PLACEMENTS = ['header', 'body', 'query'] as const;

/** How the secret takes part: as a key, hashed together with the text, or as a private key. */
export type KeyUse = 'hmac' | 'plain' | 'rsa';
export function keyUseOf(algorithm: Algorithm): KeyUse {
  if (algorithm === 'rsa-sha256') return 'rsa';
  return algorithm.startsWith('hmac-') ? 'hmac' : 'plain';
}

/** In the body and in the query a name is a key of its own, so it may not be one of the document's fields. */
const DOCUMENTED_FIELDS: ReadonlySet<string> = new Set([
  'callback_url',
  'cents',
  'currency',
  'customer',
  'customer_phone_number',
  'merchant',
  'order_id',
  'payment_type',
  'reject_url',
  'success_url',
]);
const ownFieldSchema = z
  .string()
  .regex(/^[\w.-]{1,100}$/u)
  .refine((name) => !DOCUMENTED_FIELDS.has(name));
/** Set by the transport itself: another value would break the exchange. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'trailer',
  'te',
  'upgrade',
  'expect',
  'keep-alive',
  'proxy-connection',
  'accept',
  'accept-encoding',
  'user-agent',
]);
const ownHeaderSchema = headerNameSchema.refine(
  (name) => !TRANSPORT_HEADERS.has(name.toLowerCase()),
);
const prefixSchema = headerTextSchema.max(60).default('');

const placementSchema = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('header'), name: ownHeaderSchema, prefix: prefixSchema }),
  z.strictObject({ in: z.literal('body'), name: ownFieldSchema, prefix: prefixSchema }),
  z.strictObject({ in: z.literal('query'), name: ownFieldSchema, prefix: prefixSchema }),
]);

export const signatureSchema = z.strictObject({
  algorithm: z.enum(ALGORITHMS),
  /** Plain hashes only: where the secret stands, and what stands between it and the string to sign. */
  secretUse: z
    .strictObject({ position: z.enum(SECRET_POSITIONS), separator: z.string().max(8) })
    .default({ position: 'suffix', separator: '::' }),
  /** What the stored text becomes before it is used. RSA reads a PEM, always as text. */
  keyTransform: z.enum(KEY_TRANSFORMS).default('text'),
  output: z.enum(OUTPUTS),
  placement: placementSchema,
});
export type SignatureFormat = z.infer<typeof signatureSchema>;

/** `{merchant}`, `{timestamp}` (Unix seconds), `{nonce}`; a secret one is kept in the vault under its header's name. */
const companionHeaderSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fixed'),
    name: ownHeaderSchema,
    value: headerTextSchema.min(1).max(500),
  }),
  z.strictObject({ kind: z.literal('secret'), name: ownHeaderSchema, prefix: prefixSchema }),
]);
export type CompanionHeader = z.infer<typeof companionHeaderSchema>;

export const UNITS = ['minor', 'major'] as const;
export const LIMIT_SHAPES = ['list', 'map-by-currency', 'map-by-currency-then-type'] as const;

/** Where the bounds stand in the answer of GET limit. Keys are paths from an item; null: it is not told there. */
const limitMappingSchema = z.strictObject({
  kind: z.literal('mapped'),
  /** Path from the top to the list or map; empty: the answer itself. */
  path: z.union([z.literal(''), pathSchema]),
  shape: z.enum(LIMIT_SHAPES),
  units: z.enum(UNITS),
  keys: z.strictObject({
    /** Lists only: a map has the currency as its key. */
    currency: keySchema.nullable(),
    /** Text or a list of texts; null: the bounds are for every type. */
    paymentType: keySchema.nullable(),
    min: keySchema.nullable(),
    max: keySchema.nullable(),
    enabled: keySchema.nullable(),
  }),
});
export const limitResponseSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('recognised'), units: z.enum(UNITS) }),
  limitMappingSchema,
]);
export type LimitResponse = z.infer<typeof limitResponseSchema>;
export const LIMIT_REQUESTS = ['unsigned', 'merchant-in-query', 'signed'] as const;

/** Where the record stands in an answer. */
const envelopeSchema = z.discriminatedUnion('kind', [
  /** Bare, inside `data`, or inside `result`. */
  z.strictObject({ kind: z.literal('recognised') }),
  z.strictObject({ kind: z.literal('bare') }),
  z.strictObject({ kind: z.literal('path'), path: pathSchema }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;

/** What a refusal that the desk was taught means; each has its own words on screen. */
export const REFUSAL_MEANINGS = ['no_requisites', 'customer_blocked', 'refused'] as const;

/** "Answers like this mean: nothing was created." */
export const refusalSchema = z.strictObject({
  status: z.int().min(200).max(599),
  path: pathSchema,
  value: z.union([z.string().max(500), z.number(), z.boolean(), z.null()]),
  meaning: z.enum(REFUSAL_MEANINGS),
  /** What the operator reads, in the words given when it was taught; empty: the words of its meaning. */
  wording: z.string().trim().max(120).default(''),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** Never a success or a redirect: those are told apart by what they carry. */
const refusingStatus = z.int().min(400).max(599);

export const CALLBACK_FORMATS = ['recognised', 'json', 'form', 'query'] as const;
export const CALLBACK_AMOUNT_UNITS = ['recognised', 'major', 'minor'] as const;

/** Null: recognised by the names that providers use. False: this value is not read at all. */
const callbackKeySchema = z.union([keySchema, z.literal(false)]).nullable();
/** `own`: callbacks are signed with a secret that signs no request. */
export const CALLBACK_SECRETS = ['shared', 'own'] as const;

const callbackSchema = z.strictObject({
  format: z.enum(CALLBACK_FORMATS),
  keys: z.strictObject({
    id: callbackKeySchema,
    orderId: callbackKeySchema,
    merchant: callbackKeySchema,
    state: callbackKeySchema,
    amount: callbackKeySchema,
    currency: callbackKeySchema,
    /** When the provider made the message: it orders messages. No name is usual enough to be recognised, so null is not read. */
    time: callbackKeySchema.default(null),
  }),
  /** What a callback's amount counts; `recognised`: by the key's name, else by how it is written. */
  amountUnit: z.enum(CALLBACK_AMOUNT_UNITS).default('recognised'),
  /** Null: callbacks are not signed, and are shown as unverified. */
  signature: z
    .strictObject({
      algorithm: z.enum(ALGORITHMS),
      secretUse: signatureSchema.shape.secretUse,
      keyTransform: signatureSchema.shape.keyTransform,
      output: z.enum(OUTPUTS),
      placement: placementSchema,
      secret: z.enum(CALLBACK_SECRETS).default('shared'),
      /** The raw body, or the values of these keys in this order, joined by the separator. */
      over: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('raw-body') }),
        z.strictObject({
          kind: z.literal('fields'),
          fields: z.array(keySchema).min(1).max(30).readonly(),
          separator: z.string().max(8),
        }),
      ]),
    })
    .nullable(),
  acknowledgement: headerTextSchema.max(200),
});
export type CallbackFormat = z.infer<typeof callbackSchema>;

export const DEFAULT_CALLBACK: CallbackFormat = {
  format: 'recognised',
  keys: {
    id: null,
    orderId: null,
    merchant: null,
    state: null,
    amount: null,
    currency: null,
    time: null,
  },
  amountUnit: 'recognised',
  signature: null,
  acknowledgement: 'OK',
};

/** `number-or-text`: this provider may write `amount_cents` as text; it must still be plain digits, in minor units. */
export const ANSWER_AMOUNTS = ['number', 'number-or-text'] as const;
/** For answers that are not UTF-8. `declared`: only what the answer's Content-Type names. */
export const ANSWER_CHARSETS = ['declared', 'iso-8859-1', 'windows-1251'] as const;
export type AnswerCharset = (typeof ANSWER_CHARSETS)[number];

const statesSchema = z.array(z.string().min(1).max(60)).min(1).max(20).readonly();

/**
 * The provider format: what the API document leaves open, as data. What it states (fields, order, `::`) is fixed and no knob.
 * A document may leave out keys with a default.
 */
export const dialectSchema = z
  .strictObject({
    version: z.literal(1),
    signature: signatureSchema,
    companionHeaders: z.array(companionHeaderSchema).max(20).readonly().default([]),
    body: z.enum(['json', 'form']),
    limitRequest: z.enum(LIMIT_REQUESTS),
    limitResponse: limitResponseSchema.default({ kind: 'recognised', units: 'minor' }),
    envelope: envelopeSchema.default({ kind: 'recognised' }),
    acceptedStates: z.strictObject({ create: statesSchema, build: statesSchema }),
    definiteNoStatuses: z.array(refusingStatus).max(50).readonly().default(DEFINITE_NO_STATUSES),
    tryLaterStatuses: z.array(refusingStatus).max(50).readonly().default(TRY_LATER_STATUSES),
    refusals: z.array(refusalSchema).max(100).readonly().default([]),
    errorPaths: z
      .array(
        z
          .string()
          .max(200)
          .regex(/^[^\s.]+(?:\.[^\s.]+)*$/u),
      )
      .max(20)
      .readonly()
      .default(ERROR_PATHS),
    answerAmounts: z.enum(ANSWER_AMOUNTS).default('number'),
    answerCharset: z.enum(ANSWER_CHARSETS).default('declared'),
    /** Values of `error` and `errors` beside a record that mean "no error", besides empty ones and zero. */
    noErrorValues: z.array(z.string().min(1).max(60)).max(20).readonly().default([]),
    callback: callbackSchema.default(DEFAULT_CALLBACK),
  })
  .refine(({ companionHeaders, signature }) => {
    const names = companionHeaders.map(({ name }) => name.toLowerCase());
    if (signature.placement.in === 'header') names.push(signature.placement.name.toLowerCase());
    return new Set(names).size === names.length;
  }, 'two headers of one name');
export type Dialect = z.infer<typeof dialectSchema>;
