import {
  ALGORITHMS,
  ANSWER_AMOUNTS,
  ANSWER_CHARSETS,
  CALLBACK_AMOUNT_UNITS,
  CALLBACK_FORMATS,
  CALLBACK_SECRETS,
  type Dialect,
  KEY_TRANSFORMS,
  LIMIT_REQUESTS,
  OUTPUTS,
  PLACEMENTS,
  REFUSAL_MEANINGS,
  SECRET_POSITIONS,
  type SignatureFormat,
} from '#shared/dialect/schema.ts';
import { FLOWS } from '#shared/domain/deposit.ts';

import { type Codec, type FieldSpec, choices, field, listCodec } from '../../ui/form/fields.ts';
import { knobsOf, placedIn, typedValue, valueText } from './draft.ts';

type Knob = FieldSpec<Dialect>;

const knob =
  (kind: Knob['kind']) =>
  (path: string, word: Parameters<typeof field>[2], more: Partial<Knob> = {}): Knob =>
    field(kind, path, word, { look: 'mono', ...more });
const text = knob('text');
const row = knob('row');
const choice = knob('choice');

/** Where a recipe for a signature stands: of requests, and of callbacks. */
type RecipePath = 'signature' | 'callback.signature';

/** Only the knobs that this algorithm knows. */
export function signatureKnobs(at: RecipePath): readonly Knob[] {
  const recipeIn = ({ signature, callback }: Dialect): SignatureFormat =>
    at === 'signature' ? signature : (callback.signature ?? signature);
  const shown = (dialect: Dialect) => knobsOf(recipeIn(dialect).algorithm);
  const placeIn = (dialect: Dialect) => recipeIn(dialect).placement.in;
  return [
    choice(
      `${at}.algorithm`,
      'knob.algorithm',
      choices(ALGORITHMS, (name) => `knob.algorithm.${name}`),
    ),
    row(
      `${at}.output`,
      'knob.output',
      choices(OUTPUTS, (name) => `knob.output.${name}`),
    ),
    {
      path: `${at}.pem`,
      kind: 'note',
      label: 'knob.pem',
      wide: true,
      when: (dialect) => shown(dialect).pem,
    },
    row(`${at}.secretUse.position`, 'knob.position', {
      ...choices(SECRET_POSITIONS, (name) => `knob.position.${name}`),
      when: (dialect) => shown(dialect).secretUse,
    }),
    text(`${at}.secretUse.separator`, 'knob.separator', {
      placeholder: 'knob.separator.none',
      when: (dialect) => shown(dialect).secretUse,
    }),
    row(`${at}.keyTransform`, 'knob.transform', {
      ...choices(KEY_TRANSFORMS, (name) => `knob.transform.${name}`),
      when: (dialect) => shown(dialect).keyTransform,
    }),
    row(`${at}.placement.in`, 'knob.placement', {
      ...choices(PLACEMENTS, (name) => `knob.placement.${name}`),
      write: (place, dialect) => {
        const { placement } = recipeIn(dialect);
        const chosen = PLACEMENTS.find((name) => name === place) ?? placement.in;
        return [`${at}.placement`, placedIn(chosen, placement)];
      },
    }),
    {
      path: `${at}.placement.name`,
      kind: 'text',
      label: (say, dialect) => say(`knob.name.${placeIn(dialect)}`),
      hint: (say, dialect) => say(`knob.name.${placeIn(dialect)}.hint`),
      look: 'mono',
    },
    text(`${at}.placement.prefix`, 'knob.prefix', { placeholder: 'knob.prefix.none' }),
  ];
}

export const REQUEST: readonly Knob[] = [
  row(
    'body',
    'knob.body',
    choices(['json', 'form'], (value) => `knob.body.${value}`),
  ),
];

export function headerKnobs(at: string, kind: 'fixed' | 'secret'): readonly Knob[] {
  return kind === 'secret'
    ? [
        text(`${at}.name`, 'knob.companion.secretName'),
        text(`${at}.prefix`, 'knob.companion.prefix'),
      ]
    : [text(`${at}.name`, 'knob.companion.name'), text(`${at}.value`, 'knob.companion.value')];
}

export const LIMIT_REQUEST: Knob = choice(
  'limitRequest',
  'knob.limitRequest',
  choices(LIMIT_REQUESTS, (value) => `knob.limitRequest.${value}`),
);

/** Where the record stands in an answer, which states mean "created", how values are written, where errors stand. */
export const ANSWERS: readonly Knob[] = [
  row('envelope.kind', 'knob.envelope', {
    place: 'envelope',
    ...choices(['recognised', 'bare', 'path'], (kind) => `knob.envelope.${kind}`),
    write: (kind) => ['envelope', kind === 'path' ? { kind, path: 'data' } : { kind }],
  }),
  text('envelope.path', 'knob.envelopePath', { when: ({ envelope }) => envelope.kind === 'path' }),
  ...FLOWS.map((flow) =>
    text(`acceptedStates.${flow}`, `knob.accepted.${flow}`, {
      place: 'acceptedStates',
      codec: listCodec(),
    }),
  ),
  row('answerAmounts', 'knob.answerAmounts', {
    place: 'answerAmounts',
    ...choices(ANSWER_AMOUNTS, (value) => `knob.answerAmounts.${value}`),
  }),
  choice('answerCharset', 'knob.answerCharset', {
    place: 'answerCharset',
    ...choices(ANSWER_CHARSETS, (value) => `knob.answerCharset.${value}`),
  }),
  text('noErrorValues', 'knob.noErrorValues', { place: 'noErrorValues', codec: listCodec() }),
  text('errorPaths', 'knob.errorPaths', { wide: true, codec: listCodec() }),
];

/** A definite no by status alone. */
export const STATUSES: readonly Knob[] = [
  text('definiteNoStatuses', 'knob.definiteNo', { codec: listCodec(Number) }),
  text('tryLaterStatuses', 'knob.tryLater', { codec: listCodec(Number) }),
];

const STATUS: Codec = { print: String, parse: Number };
const VALUE: Codec = {
  print: (value) => (value === '' ? '' : valueText(value)),
  parse: typedValue,
};

export function refusalKnobs(at: string): readonly Knob[] {
  return [
    text(`${at}.status`, 'knob.refusal.status', { codec: STATUS }),
    text(`${at}.path`, 'knob.refusal.path'),
    text(`${at}.value`, 'knob.refusal.value', { codec: VALUE }),
    choice(
      `${at}.meaning`,
      'knob.refusal.meaning',
      choices(REFUSAL_MEANINGS, (name) => `meaning.${name}`),
    ),
    text(`${at}.wording`, 'knob.refusal.wording', { look: 'plain' }),
  ];
}

export const CALLBACK: readonly Knob[] = [
  row(
    'callback.format',
    'knob.callback.format',
    choices(CALLBACK_FORMATS, (value) => `knob.callback.format.${value}`),
  ),
  text('callback.acknowledgement', 'knob.callback.acknowledgement'),
];

export const CALLBACK_KEYS = [
  'id',
  'orderId',
  'merchant',
  'state',
  'amount',
  'currency',
  'time',
] as const;
export type CallbackKey = (typeof CALLBACK_KEYS)[number];

const KEY: Codec = {
  print: (value) => (typeof value === 'string' ? value : ''),
  parse: (name) => (name === '' ? null : name),
};

/** A key's name, or that it is not read. The time has no usual name: without one it is not read. */
export function callbackKeyKnob(name: CallbackKey): Knob {
  return text(`callback.keys.${name}`, `knob.callback.key.${name}`, {
    codec: KEY,
    placeholder: (say, { callback: { keys } }) => {
      const isOff = keys[name] === false || (name === 'time' && keys[name] === null);
      return say(isOff ? 'knob.callback.notRead' : 'knob.callback.recognised');
    },
  });
}

export const CALLBACK_AMOUNT: Knob = choice(
  'callback.amountUnit',
  'knob.callback.amountUnit',
  choices(CALLBACK_AMOUNT_UNITS, (value) => `knob.callback.amountUnit.${value}`),
);

/** Providers mostly sign callbacks as they want requests signed. */
export const CALLBACK_SIGNED: Knob = row('callback.signature', 'knob.callback.signed', {
  ...choices(['none', 'signed'], (value) => `knob.callback.signed.${value}`),
  read: ({ callback }) => (callback.signature === null ? 'none' : 'signed'),
  write: (signed, { signature }) => [
    'callback.signature',
    signed === 'none' ? null : { ...signature, secret: 'shared', over: { kind: 'raw-body' } },
  ],
});

const signsFields = ({ callback }: Dialect): boolean => callback.signature?.over.kind === 'fields';

export const CALLBACK_RECIPE: readonly Knob[] = [
  row('callback.signature.over.kind', 'knob.callback.over', {
    ...choices(['raw-body', 'fields'], (value) => `knob.callback.over.${value}`),
    write: (kind) => [
      'callback.signature.over',
      kind === 'fields' ? { kind, fields: ['id'], separator: '::' } : { kind },
    ],
  }),
  row(
    'callback.signature.secret',
    'knob.callback.secret',
    choices(CALLBACK_SECRETS, (value) => `knob.callback.secret.${value}`),
  ),
  text('callback.signature.over.fields', 'knob.callback.fields', {
    codec: listCodec(),
    when: signsFields,
  }),
  text('callback.signature.over.separator', 'knob.callback.separator', { when: signsFields }),
];
