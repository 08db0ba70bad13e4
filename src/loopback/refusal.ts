import { type Failure, failure } from '#shared/domain/failure.ts';

/** With every answer but the page itself: it is not cached, sniffed, embedded or read by another site. */
export const API_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export type RefusalCode = 'not_authorised' | 'invalid_input' | 'unknown_operation' | 'internal';

export function refusalBody(
  code: RefusalCode,
  detail: string,
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: failure(code, detail) };
}
