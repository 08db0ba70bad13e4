import { createHmac } from 'node:crypto';

import type { Dialect } from '#shared/dialect/schema.ts';
import { assertNever } from '#shared/domain/result.ts';

/** The document shows neither algorithm nor key: both are the profile's provider format. */
export function sign(text: string, secret: string, signature: Dialect['signature']): string {
  switch (signature.algorithm) {
    case 'hmac-sha256':
      return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
    default:
      return assertNever(signature.algorithm);
  }
}
