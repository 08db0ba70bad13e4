import { createHash } from 'node:crypto';

import { PAGE_STYLE } from './page/pageStyle.ts';

/** For everything that is not a page: it can load and do nothing. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
];

const styleHash = createHash('sha256').update(PAGE_STYLE, 'utf8').digest('base64');

/**
 * The page's one style sheet, by its hash; forms that come back here; no script of any kind. Chromium holds `form-action` against every
 * redirect after a form too: so the payer lands on a page of this origin first, and goes on to the merchant from there.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
