import type { DepositRequest } from '#shared/domain/request.ts';

/** `TEST QR D-1115-0041.png`. An order id may hold what no file system takes. */
export function pictureName(what: string, { body, mode }: DepositRequest): string {
  const order = body.fields.order_id.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  return `${mode === 'sandbox' ? 'TEST ' : ''}${what} ${order}.png`;
}
