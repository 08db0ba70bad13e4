import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { Money } from '#shared/domain/money.ts';
import {
  LONGEST_DUPLICATE_WINDOW_MIN,
  LIMITS_POLICIES,
  type ProfileSetUp,
  profileModeSchema,
  proxySchema,
} from '#shared/domain/profile.ts';

import type { Language, Say, WordKey } from '../../../i18n/i18n.ts';
import { type FieldSpec, choices } from '../../../ui/form/fields.ts';
import * as read from './readers.ts';
import { wordsText } from './stateWords.ts';

type Row = Omit<FieldSpec<read.Texts>, 'path'> & {
  /** Where the value stands in the set-up, by dots. */
  readonly at: string;
  readonly parse: read.Reader;
  /** The text of the value, where the value is not its own text. */
  readonly print?: (setUp: ProfileSetUp, language: Language) => string;
};

const PROXY_MODES = proxySchema.options.map(({ shape }) => shape.mode.value);

const ID = { look: 'mono', required: true } as const;
const ADDRESS = { look: 'mono', inputMode: 'url', required: true } as const;
const MINUTES = { suffix: 'setUp.minutes', inputMode: 'numeric' } as const;

/** Everything the editor has a control for, in the order of the screen. The provider format has an editor of its own. */
const SET_UP = {
  name: text('profile.name', 'name', read.profileName, { required: true }),
  mode: {
    at: 'mode',
    parse: read.mode,
    kind: 'row',
    label: 'profile.mode',
    hint: (say, { mode }) => (mode === 'sandbox' ? say('profile.mode.sandbox.meaning') : null),
    ...choices(profileModeSchema.options, (mode) => `profile.mode.${mode}`),
  },
  baseUrl: text('profile.address', 'baseUrl', read.providerAddress, {
    ...ADDRESS,
    hint: 'profile.address.hint',
    placeholder: () => 'https://',
  }),
  merchant: text('profile.merchant', 'merchant', read.merchantId, {
    ...ID,
    hint: 'profile.merchant.hint',
  }),
  orderPattern: text('setUp.pattern', 'orderPattern', read.orderPattern, {
    ...ID,
    hint: 'setUp.pattern.hint',
  }),
  callback: address('callback', 'form.callback'),
  success: address('success', 'form.success'),
  reject: address('reject', 'form.reject'),
  confirmRUB: threshold('RUB'),
  confirmUZS: threshold('UZS'),
  confirmKZT: threshold('KZT'),
  confirmTJS: threshold('TJS'),
  duplicateWindow: text(
    'setUp.duplicate',
    'duplicateWindowMin',
    read.minutes(0, LONGEST_DUPLICATE_WINDOW_MIN),
    {
      ...MINUTES,
      hint: 'setUp.duplicate.hint',
      required: true,
    },
  ),
  limitsPolicy: {
    at: 'limitsPolicy',
    parse: read.asTyped,
    kind: 'row',
    label: 'setUp.limits',
    hint: (say, { limitsPolicy }) => {
      const policy = LIMITS_POLICIES.find((name) => name === limitsPolicy) ?? 'enforce';
      return say(`setUp.limits.${policy}.meaning`);
    },
    ...choices(LIMITS_POLICIES, (policy) => `setUp.limits.${policy}`),
  },
  stateWords: {
    at: 'stateWords',
    parse: read.stateWords,
    print: ({ stateWords }) => wordsText(stateWords),
    kind: 'text',
    label: 'setUp.words',
  },
  connect: deadline('connect', 'connectDeadlineMs', 60),
  slow: deadline('slow', 'slowAfterMs', 600),
  answer: deadline('answer', 'answerDeadlineMs', 600),
  requisitesValid: text(
    'setUp.valid',
    'requisitesValidMin',
    read.optional(read.minutes(1, 10_080)),
    { ...MINUTES, placeholder: 'setUp.valid.unknown' },
  ),
  timeZone: text('setUp.timeZone', 'timeZone', read.optional(read.timeZone), {
    placeholder: (say) =>
      say('setUp.timeZone.machine', {
        zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    offered: () => Intl.supportedValuesOf('timeZone'),
  }),
  dayCut: text('setUp.dayCut', 'dayCut', read.dayCut, { ...ID, hint: 'setUp.dayCut.hint' }),
  proxyMode: {
    at: 'proxy.mode',
    parse: read.asTyped,
    kind: 'row',
    label: 'setUp.proxy',
    hint: (say, { proxyMode }) => {
      const mode = PROXY_MODES.find((name) => name === proxyMode) ?? 'system';
      return mode === 'none' ? null : say(`setUp.proxy.${mode}.meaning`);
    },
    ...choices(PROXY_MODES, (mode) => `setUp.proxy.${mode}`),
  },
  proxyUrl: text('setUp.proxyUrl', 'proxy.url', read.proxyAddress, {
    ...ADDRESS,
    placeholder: () => 'http://host:port',
    when: ({ proxyMode }) => proxyMode === 'manual',
  }),
} satisfies Readonly<Record<string, Row>>;

export type SetUpField = keyof typeof SET_UP;
export type SetUpTexts = Readonly<Record<SetUpField, string>>;

export const SET_UP_FIELDS = Object.keys(SET_UP).filter((name): name is SetUpField =>
  Object.hasOwn(SET_UP, name),
);
export const rowOf = (field: SetUpField): Row => SET_UP[field];

/** The controls of these fields, as the kit draws them. */
export function controls(...fields: readonly SetUpField[]): readonly FieldSpec<read.Texts>[] {
  return fields.map((field) => ({ path: field, ...rowOf(field) }));
}

export const THRESHOLDS = CURRENCIES.map((currency) => `confirm${currency}` as const);

/** `dialect.signature.algorithm` as a person reads it; what has no label of its own keeps its path. */
export function knobText(path: string, say: Say): string {
  const [top = '', ...rest] = path.split('.');
  if (top === 'dialect') return `${say('profile.tab.format')}: ${rest.join('.')}`;
  if (top === 'confirmAbove') return `${say('setUp.confirm')} · ${rest.join('.')}`;
  if (path === 'proxy') return say('setUp.proxy');
  const label = SET_UP_FIELDS.map(rowOf).find(({ at }) => at === path)?.label;
  return typeof label === 'string' ? say(label) : path;
}

function text(label: WordKey, at: string, parse: read.Reader, rest: Partial<Row> = {}): Row {
  return { at, parse, kind: 'text', label, ...rest };
}

function address(name: string, label: WordKey): Row {
  return text(label, `defaultUrls.${name}`, read.optional(read.webAddress), {
    placeholder: 'setUp.address.none',
    inputMode: 'url',
  });
}

function threshold(currency: Currency): Row {
  return {
    at: `confirmAbove.${currency}`,
    parse: read.threshold(currency),
    print: ({ confirmAbove: { [currency]: above } }, language) =>
      above === undefined ? '' : Money.shown(above, currency, language),
    kind: 'text',
    label: (say) => say('setUp.confirm.of', { currency }),
    placeholder: 'setUp.confirm.never',
    suffix: () => currency,
    inputMode: 'decimal',
  };
}

type Deadline = 'connectDeadlineMs' | 'slowAfterMs' | 'answerDeadlineMs';

function deadline(name: 'connect' | 'slow' | 'answer', at: Deadline, max: number): Row {
  return text(`setUp.${name}`, at, read.seconds(1, max), {
    hint: `setUp.${name}.hint`,
    print: (setUp, language) => secondsText(setUp[at], language),
    suffix: 'setUp.seconds',
    inputMode: 'decimal',
    required: true,
  });
}

/** Exact: milliseconds as seconds, without a float on the way. */
function secondsText(ms: number, language: Language): string {
  const whole = Math.trunc(ms / 1000);
  const rest = String(ms % 1000)
    .padStart(3, '0')
    .replace(/0+$/u, '');
  return rest === '' ? String(whole) : `${whole}${language === 'ru' ? ',' : '.'}${rest}`;
}
