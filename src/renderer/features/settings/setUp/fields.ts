import { CURRENCIES } from '#shared/domain/currency.ts';
import { LIMITS_POLICIES, proxySchema } from '#shared/domain/profile.ts';

import { type FieldSpec, choices } from '../../../ui/form/fields.ts';
import { type SetUpTexts, confirmField } from './texts.ts';

type Spec = FieldSpec<SetUpTexts>;

/** The controls of the set-up by section. What each reads and refuses is readSetUp.ts. */
export const NAME: Spec = {
  path: 'name',
  kind: 'text',
  label: 'profile.name',
  hint: 'profile.name.hint',
  required: true,
};

export const BASE_URL: Spec = {
  path: 'baseUrl',
  kind: 'text',
  label: 'profile.address',
  hint: 'profile.address.hint',
  placeholder: () => 'https://',
  look: 'mono',
  inputMode: 'url',
  required: true,
};

export const MERCHANT: Spec = {
  path: 'merchant',
  kind: 'text',
  label: 'profile.merchant',
  hint: 'profile.merchant.hint',
  look: 'mono',
  required: true,
};

export const PATTERN: Spec = {
  path: 'orderPattern',
  kind: 'text',
  label: 'setUp.pattern',
  hint: 'setUp.pattern.hint',
  look: 'mono',
  required: true,
};

const ADDRESS_WORDS = [
  ['callback', 'form.callback'],
  ['success', 'form.success'],
  ['reject', 'form.reject'],
] as const;

export const ADDRESSES: readonly Spec[] = ADDRESS_WORDS.map(([field, word]) => ({
  path: field,
  kind: 'text',
  label: word,
  hint: (say, texts) => say(texts[field].trim() === '' ? `${word}.omitted` : 'setUp.address.sent'),
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

export const DUPLICATES: Spec = {
  path: 'duplicateWindow',
  kind: 'text',
  label: 'setUp.duplicate',
  hint: 'setUp.duplicate.hint',
  suffix: 'setUp.minutes',
  inputMode: 'numeric',
  required: true,
};

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

export const DEADLINES: readonly Spec[] = (['connect', 'slow', 'answer'] as const).map((field) => ({
  path: field,
  kind: 'text',
  label: `setUp.${field}`,
  hint: `setUp.${field}.hint`,
  suffix: 'setUp.seconds',
  inputMode: 'decimal',
  required: true,
}));

export const VALIDITY: readonly Spec[] = [
  {
    path: 'requisitesValid',
    kind: 'text',
    label: 'setUp.valid',
    hint: 'setUp.valid.hint',
    placeholder: 'setUp.valid.unknown',
    suffix: 'setUp.minutes',
    inputMode: 'numeric',
  },
  {
    path: 'dayCut',
    kind: 'text',
    label: 'setUp.dayCut',
    hint: 'setUp.dayCut.hint',
    look: 'mono',
    required: true,
  },
];

export const TIME_ZONE: Spec = {
  path: 'timeZone',
  kind: 'text',
  label: 'setUp.timeZone',
  hint: 'setUp.timeZone.hint',
  placeholder: (say) =>
    say('setUp.timeZone.machine', {
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  offered: () => Intl.supportedValuesOf('timeZone'),
};

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
  {
    path: 'proxyUrl',
    kind: 'text',
    label: 'setUp.proxyUrl',
    hint: 'setUp.proxyUrl.hint',
    placeholder: () => 'http://',
    look: 'mono',
    inputMode: 'url',
    required: true,
    when: ({ proxyMode }) => proxyMode === 'manual',
  },
];
