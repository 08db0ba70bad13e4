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
  /**
   * Put into the words of the code. Never a secret. `detail` is technical text; `message` the provider's own words ('' where it
   * has none). By code:
   * address_*: url · dns_*: host, addresses ('' unless dns_ok), detail (dns_failed)
   * proxy_*: from ('profile', 'environment', 'system', 'this_machine'), proxy ('' for proxy_none), detail (proxy_failed)
   * tls_*: host, protocol, subject, issuer, validUntil (ISO), days (left); '' each where no certificate was seen; detail on failure
   * connection_*: address, detail · http_*: status, ms, message, location (http_redirect), detail (http_not_http, http_no_answer)
   * limits_*: bytes, detail (limits_not_json) · recognised, mapped: currencies ("RUB, UZS"), types, entries, complaints (counts)
   * clock_*: seconds (the provider's clock minus this machine's; '' for clock_untold)
   * signature_*: status, message (accepted, refused), fault (signature_vault_failed: the vault's own code)
   */
  facts: z.record(z.string(), z.string()),
});
export type CheckStep = z.infer<typeof checkStepSchema>;
