import {
  ALGORITHMS,
  ANSWER_AMOUNTS,
  ANSWER_CHARSETS,
  CALLBACK_AMOUNT_UNITS,
  CALLBACK_FORMATS,
  CALLBACK_SECRETS,
  type Dialect,
  KEY_TRANSFORMS,
  type KeyUse,
  LIMIT_REQUESTS,
  OUTPUTS,
  PLACEMENTS,
  REFUSAL_MEANINGS,
  SECRET_POSITIONS,
  type SignatureFormat,
  keyUseOf,
} from '#shared/dialect/schema.ts';
import { CALLBACK_VALUES, type CallbackValue } from '#shared/domain/callback.ts';
import { FLOWS } from '#shared/domain/deposit.ts';

import type { WordKey } from '../../i18n/i18n.ts';
import { type Codec, type FieldSpec, choices, listCodec } from '../../ui/form/fields.ts';
import { placedIn, typedValue, valueText } from './draft.ts';

/** One setting of the format. Its name in the schema is its path. */
export type Knob = FieldSpec<Dialect>;
type More = Partial<Omit<Knob, 'path' | 'kind' | 'label'>>;

export const text = (path: string, label: WordKey, more: More = {}): Knob => ({
  path,
  kind: 'text',
  label,
  look: 'mono',
  ...more,
});
const list = (path: string, label: WordKey, more: More = {}): Knob =>
  text(path, label, { codec: listCodec(), hint: 'knob.list.hint', ...more });

/** Few options stand in a row, all in sight; many in a list. */
const chosen =
  (kind: 'row' | 'choice') =>
  <const Option extends string>(
    path: string,
    label: WordKey,
    options: readonly Option[],
    word: (option: Option) => WordKey,
    more: More = {},
  ): Knob => ({ path, kind, label, ...choices(options, word), ...more });
export const row = chosen('row');
export const choice = chosen('choice');

/** Where a recipe for a signature stands: of requests, and of callbacks. */
type RecipePath = 'signature' | 'callback.signature';

/** Only the knobs that this algorithm knows; the values of the others are kept. */
function signatureKnobs(at: RecipePath): readonly Knob[] {
  const recipeIn = ({ signature, callback }: Dialect): SignatureFormat =>
    at === 'signature' ? signature : (callback.signature ?? signature);
  const used =
    (...uses: readonly KeyUse[]) =>
    (dialect: Dialect): boolean =>
      uses.includes(keyUseOf(recipeIn(dialect).algorithm));
  const plain = { when: used('plain') };
  return [
    choice(`${at}.algorithm`, 'knob.algorithm', ALGORITHMS, (name) => `knob.algorithm.${name}`),
    row(`${at}.output`, 'knob.output', OUTPUTS, (name) => `knob.output.${name}`),
    { path: `${at}.pem`, kind: 'note', label: 'knob.pem', wide: true, when: used('rsa') },
    row(
      `${at}.secretUse.position`,
      'knob.position',
      SECRET_POSITIONS,
      (name) => `knob.position.${name}`,
      plain,
    ),
    text(`${at}.secretUse.separator`, 'knob.separator', {
      placeholder: 'knob.separator.none',
      ...plain,
    }),
    row(
      `${at}.keyTransform`,
      'knob.transform',
      KEY_TRANSFORMS,
      (name) => `knob.transform.${name}`,
      { when: used('plain', 'hmac') },
    ),
    row(`${at}.placement.in`, 'knob.placement', PLACEMENTS, (name) => `knob.placement.${name}`, {
      write: (place, dialect) => {
        const { placement } = recipeIn(dialect);
        const next = PLACEMENTS.find((name) => name === place) ?? placement.in;
        return [`${at}.placement`, placedIn(next, placement)];
      },
    }),
    {
      path: `${at}.placement.name`,
      kind: 'text',
      label: (say, dialect) => say(`knob.name.${recipeIn(dialect).placement.in}`),
      look: 'mono',
    },
    text(`${at}.placement.prefix`, 'knob.prefix', {
      hint: 'knob.prefix.hint',
      placeholder: 'knob.prefix.none',
    }),
  ];
}

export const SIGNATURE = signatureKnobs('signature');

export const REQUEST = [
  row('body', 'knob.body', ['json', 'form'], (value) => `knob.body.${value}`),
];

export function headerKnobs(at: string, kind: 'fixed' | 'secret'): readonly Knob[] {
  return kind === 'secret'
    ? [
        text(`${at}.name`, 'knob.companion.secretName', { hint: 'knob.companion.secretName.hint' }),
        text(`${at}.prefix`, 'knob.prefix', { hint: 'knob.prefix.hint' }),
      ]
    : [text(`${at}.name`, 'knob.companion.name'), text(`${at}.value`, 'knob.companion.value')];
}

export const LIMIT_REQUEST = choice(
  'limitRequest',
  'knob.limitRequest',
  LIMIT_REQUESTS,
  (value) => `knob.limitRequest.${value}`,
);

/** Where the record stands in an answer, which states mean "created", how values are written, where errors stand. */
export const ANSWERS: readonly Knob[] = [
  row(
    'envelope.kind',
    'knob.envelope',
    ['recognised', 'bare', 'path'],
    (kind) => `knob.envelope.${kind}`,
    {
      place: 'envelope',
      write: (kind) => ['envelope', kind === 'path' ? { kind, path: 'data' } : { kind }],
    },
  ),
  text('envelope.path', 'knob.envelopePath', {
    hint: 'knob.envelopePath.hint',
    when: ({ envelope }) => envelope.kind === 'path',
  }),
  ...FLOWS.map((flow) =>
    list(`acceptedStates.${flow}`, `knob.accepted.${flow}`, { place: 'acceptedStates' }),
  ),
  row(
    'answerAmounts',
    'knob.answerAmounts',
    ANSWER_AMOUNTS,
    (value) => `knob.answerAmounts.${value}`,
    { hint: 'knob.answerAmounts.hint', place: 'answerAmounts' },
  ),
  choice(
    'answerCharset',
    'knob.answerCharset',
    ANSWER_CHARSETS,
    (value) => `knob.answerCharset.${value}`,
    { hint: 'knob.answerCharset.hint', place: 'answerCharset' },
  ),
  list('noErrorValues', 'knob.noErrorValues', {
    hint: 'knob.noErrorValues.hint',
    place: 'noErrorValues',
  }),
  list('errorPaths', 'knob.errorPaths', { hint: 'knob.errorPaths.hint', wide: true }),
];

/** A definite no by status alone. */
export const STATUSES: readonly Knob[] = [
  list('definiteNoStatuses', 'knob.definiteNo', { codec: listCodec(Number) }),
  list('tryLaterStatuses', 'knob.tryLater', { codec: listCodec(Number) }),
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
    text(`${at}.value`, 'knob.refusal.value', { codec: VALUE, hint: 'knob.refusal.value.hint' }),
    choice(`${at}.meaning`, 'knob.refusal.meaning', REFUSAL_MEANINGS, (name) => `meaning.${name}`),
    text(`${at}.wording`, 'knob.refusal.wording', { look: 'plain' }),
  ];
}

export const CALLBACK: readonly Knob[] = [
  row(
    'callback.format',
    'knob.callback.format',
    CALLBACK_FORMATS,
    (value) => `knob.callback.format.${value}`,
  ),
  text('callback.acknowledgement', 'knob.callback.acknowledgement'),
  choice(
    'callback.amountUnit',
    'knob.callback.amountUnit',
    CALLBACK_AMOUNT_UNITS,
    (value) => `knob.callback.amountUnit.${value}`,
    { hint: 'knob.callback.amountUnit.hint' },
  ),
];

const KEY: Codec = {
  print: (value) => (typeof value === 'string' ? value : ''),
  parse: (name) => (name === '' ? null : name),
};

const callbackKey = (name: CallbackValue): Knob =>
  text(`callback.keys.${name}`, `knob.callback.key.${name}`, {
    codec: KEY,
    placeholder: (say, { callback: { keys } }) => {
      const isOff = keys[name] === false || (name === 'time' && keys[name] === null);
      return say(isOff ? 'knob.callback.notRead' : 'knob.callback.recognised');
    },
    ...(name === 'time' ? { hint: 'knob.callback.key.time.hint' } : {}),
  });

/** A key's name, or that it is not read. The time has no usual name: without one it is not read. */
export const CALLBACK_KEYS = CALLBACK_VALUES.map((name) => ({ name, knob: callbackKey(name) }));

const isSigned = ({ callback }: Dialect): boolean => callback.signature !== null;
const whenSigned = (knob: Knob): Knob => ({
  ...knob,
  when: (dialect) => isSigned(dialect) && (knob.when === undefined || knob.when(dialect)),
});
const signsFields = ({ callback }: Dialect): boolean => callback.signature?.over.kind === 'fields';

/** Providers mostly sign callbacks as they want requests signed: the recipe of requests is where one begins. */
export const CALLBACK_SIGNATURE: readonly Knob[] = [
  row(
    'callback.signature',
    'knob.callback.signed',
    ['none', 'signed'],
    (value) => `knob.callback.signed.${value}`,
    {
      hint: 'knob.callback.signed.hint',
      read: (dialect) => (isSigned(dialect) ? 'signed' : 'none'),
      write: (signed, { signature }) => [
        'callback.signature',
        signed === 'none' ? null : { ...signature, secret: 'shared', over: { kind: 'raw-body' } },
      ],
    },
  ),
  ...[
    row(
      'callback.signature.over.kind',
      'knob.callback.over',
      ['raw-body', 'fields'],
      (value) => `knob.callback.over.${value}`,
      {
        write: (kind) => [
          'callback.signature.over',
          kind === 'fields' ? { kind, fields: ['id'], separator: '::' } : { kind },
        ],
      },
    ),
    row(
      'callback.signature.secret',
      'knob.callback.secret',
      CALLBACK_SECRETS,
      (value) => `knob.callback.secret.${value}`,
      {
        hint: (say, { callback }) =>
          say(`knob.callback.secret.${callback.signature?.secret ?? 'shared'}.hint`),
      },
    ),
    list('callback.signature.over.fields', 'knob.callback.fields', { when: signsFields }),
    text('callback.signature.over.separator', 'knob.callback.separator', { when: signsFields }),
    ...signatureKnobs('callback.signature'),
  ].map(whenSigned),
];
