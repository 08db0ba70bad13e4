import { CURRENCIES } from '#shared/domain/currency.ts';
import { LIMITS_POLICIES, proxySchema } from '#shared/domain/profile.ts';

import { type FieldSpec, choices, field } from '../../../ui/form/fields.ts';
import { type SetUpTexts, confirmField } from './texts.ts';

type Spec = FieldSpec<SetUpTexts>;

/** The controls of the set-up by section. What each reads and refuses is readSetUp.ts. */
export const NAME: Spec = field('text', 'name', 'profile.name', { required: true });

export const BASE_URL: Spec = field('text', 'baseUrl', 'profile.address', {
  placeholder: () => 'https://',
  look: 'mono',
  inputMode: 'url',
  required: true,
});

export const MERCHANT: Spec = field('text', 'merchant', 'profile.merchant', {
  look: 'mono',
  required: true,
});

export const PATTERN: Spec = field('text', 'orderPattern', 'setUp.pattern', {
  look: 'mono',
  required: true,
});

const ADDRESS_WORDS = [
  ['callback', 'form.callback'],
  ['success', 'form.success'],
  ['reject', 'form.reject'],
] as const;

export const ADDRESSES: readonly Spec[] = ADDRESS_WORDS.map(([name, word]) => ({
  path: name,
  kind: 'text',
  label: word,
  hint: (say, texts) => say(texts[name].trim() === '' ? `${word}.omitted` : 'setUp.address.sent'),
  placeholder: 'setUp.address.none',
  inputMode: 'url',
}));

export const CONFIRM: readonly Spec[] = CURRENCIES.map((currency) => ({
  path: confirmField(currency),
  kind: 'text',
  label: (say) => say('setUp.confirm.of', { currency }),
  placeholder: 'setUp.confirm.never',
  suffix: () => currency,
  inputMode: 'decimal',
}));

export const DUPLICATES: Spec = field('text', 'duplicateWindow', 'setUp.duplicate', {
  suffix: 'setUp.minutes',
  inputMode: 'numeric',
  required: true,
});

export const LIMITS: Spec = {
  path: 'limitsPolicy',
  kind: 'row',
  label: 'setUp.limits',
  hint: (say, { limitsPolicy }) => {
    const policy = LIMITS_POLICIES.find((name) => name === limitsPolicy) ?? 'enforce';
    return say(`setUp.limits.${policy}.meaning`);
  },
  ...choices(LIMITS_POLICIES, (policy) => `setUp.limits.${policy}`),
};

export const DEADLINES: readonly Spec[] = (['connect', 'slow', 'answer'] as const).map((name) =>
  field('text', name, `setUp.${name}`, {
    suffix: 'setUp.seconds',
    inputMode: 'decimal',
    required: true,
  }),
);

export const VALIDITY: readonly Spec[] = [
  field('text', 'requisitesValid', 'setUp.valid', {
    placeholder: 'setUp.valid.unknown',
    suffix: 'setUp.minutes',
    inputMode: 'numeric',
  }),
  field('text', 'dayCut', 'setUp.dayCut', { look: 'mono', required: true }),
];

export const TIME_ZONE: Spec = field('text', 'timeZone', 'setUp.timeZone', {
  placeholder: (say) =>
    say('setUp.timeZone.machine', {
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  offered: () => Intl.supportedValuesOf('timeZone'),
});

const PROXY_MODES = proxySchema.options.map(({ shape }) => shape.mode.value);

export const PROXY: readonly Spec[] = [
  {
    path: 'proxyMode',
    kind: 'row',
    label: 'setUp.proxy',
    hint: (say, { proxyMode }) => {
      const mode = PROXY_MODES.find((name) => name === proxyMode) ?? 'system';
      return say(`setUp.proxy.${mode}.meaning`);
    },
    ...choices(PROXY_MODES, (mode) => `setUp.proxy.${mode}`),
  },
  field('text', 'proxyUrl', 'setUp.proxyUrl', {
    placeholder: () => 'http://',
    look: 'mono',
    inputMode: 'url',
    required: true,
    when: ({ proxyMode }) => proxyMode === 'manual',
  }),
];
