import {
  DEFAULT_CALLBACK,
  DEFINITE_NO_STATUSES,
  type Dialect,
  ERROR_PATHS,
  TRY_LATER_STATUSES,
} from './schema.ts';

export const DEFAULT_DIALECT: Dialect = {
  version: 1,
  signature: {
    algorithm: 'hmac-sha256',
    secretUse: { position: 'suffix', separator: '::' },
    keyTransform: 'text',
    output: 'hex-lower',
    placement: { in: 'header', name: 'X-Signature', prefix: '' },
  },
  companionHeaders: [],
  body: 'json',
  limitRequest: 'merchant-in-query',
  limitResponse: { kind: 'recognised', units: 'minor' },
  envelope: { kind: 'recognised' },
  acceptedStates: { create: ['created'], build: ['builded'] },
  definiteNoStatuses: DEFINITE_NO_STATUSES,
  tryLaterStatuses: TRY_LATER_STATUSES,
  refusals: [],
  errorPaths: ERROR_PATHS,
  answerAmounts: 'number',
  answerCharset: 'declared',
  noErrorValues: [],
  callback: DEFAULT_CALLBACK,
};

/** Starting points by the habits that providers have, not by any one provider's name: the document names none. */
export const PRESETS = {
  documented: DEFAULT_DIALECT,
  'hmac-sha512-header': {
    ...DEFAULT_DIALECT,
    signature: { ...DEFAULT_DIALECT.signature, algorithm: 'hmac-sha512' },
  },
  'sha256-suffix-body': {
    ...DEFAULT_DIALECT,
    signature: {
      ...DEFAULT_DIALECT.signature,
      algorithm: 'sha256',
      placement: { in: 'body', name: 'signature', prefix: '' },
    },
  },
  'md5-form': {
    ...DEFAULT_DIALECT,
    signature: {
      ...DEFAULT_DIALECT.signature,
      algorithm: 'md5',
      placement: { in: 'body', name: 'sign', prefix: '' },
    },
    body: 'form',
  },
  'rsa-header': {
    ...DEFAULT_DIALECT,
    signature: { ...DEFAULT_DIALECT.signature, algorithm: 'rsa-sha256', output: 'base64' },
  },
} as const satisfies Readonly<Record<string, Dialect>>;
export type PresetName = keyof typeof PRESETS;
