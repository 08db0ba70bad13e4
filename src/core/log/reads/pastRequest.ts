import type { PastRequest } from '#shared/domain/customer.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

/** What a form needs to compare with: nothing to pay to. */
export function pastRequestOf({
  intentId,
  body: { flow, fields },
  outcome,
  createdAt,
}: DepositRequest): PastRequest {
  return {
    intentId,
    flow,
    orderId: fields.order_id,
    customer: fields.customer ?? null,
    phone: ('customer_phone_number' in fields ? fields.customer_phone_number : undefined) ?? null,
    cents: fields.cents,
    currency: fields.currency,
    paymentType: fields.payment_type,
    outcome,
    createdAt,
  };
}
