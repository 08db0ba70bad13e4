import { z } from 'zod';

export const CHECK_STEPS = [
  'address',
  'dns',
  'proxy',
  'tls',
  'http',
  'limits',
  'recognition',
  'clock',
  'signature',
] as const;

/** What was seen at a step, by code; the renderer has the words, the cause and the next thing to try for each. */
export const CHECK_CODES = [
  'address_ok',
  'address_loopback',
  'dns_ok',
  'dns_not_needed',
  'dns_by_proxy',
  'dns_failed',
  'proxy_none',
  'proxy_used',
  'proxy_failed',
  'tls_ok',
  'tls_none',
  'tls_expires_soon',
  'tls_expired',
  'tls_wrong_name',
  'tls_untrusted',
  'tls_failed',
  'connection_refused',
  'connection_timed_out',
  'connection_failed',
  'http_ok',
  'http_redirect',
  'http_unauthorised',
  'http_not_found',
  'http_refused',
  'http_server_error',
  'http_not_http',
  'http_no_answer',
  'limits_ok',
  'limits_empty',
  'limits_not_json',
  'recognised',
  'mapped',
  'not_recognised',
  'clock_ok',
  'clock_off',
  'clock_untold',
  'signature_accepted',
  'signature_refused',
  'signature_not_exercised',
  'signature_secret_missing',
  'signature_vault_failed',
  'signature_secret_unusable',
  'not_reached',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export const checkStepSchema = z.strictObject({
  step: z.enum(CHECK_STEPS),
  status: z.enum(['ok', 'warning', 'failed', 'skipped']),
  code: z.enum(CHECK_CODES),
  /** Put into the words of the code: addresses, issuer, expiry, status, counts. Never a secret. */
  facts: z.record(z.string(), z.string()),
});
export type CheckStep = z.infer<typeof checkStepSchema>;
