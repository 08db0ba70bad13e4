import { DEFINITE_NO_STATUSES, type Dialect, TRY_LATER_STATUSES } from './schema.ts';

export const DEFAULT_DIALECT: Dialect = {
  version: 1,
  signature: {
    algorithm: 'hmac-sha256',
    output: 'hex-lower',
    placement: { in: 'header', name: 'X-Signature' },
  },
  body: 'json',
  limitRequest: 'merchant-in-query',
  acceptedStates: { create: ['created'], build: ['builded'] },
  definiteNoStatuses: DEFINITE_NO_STATUSES,
  tryLaterStatuses: TRY_LATER_STATUSES,
  refusals: [],
};
