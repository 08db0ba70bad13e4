import type { DepositBody } from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import { visibleText } from '#shared/domain/visibleText.ts';

/** The same request under another order id, as the form would have sent it. */
export function reissueDraft(body: DepositBody, orderId: string): DepositDraft {
  const { fields } = body;
  const common = {
    cents: fields.cents,
    currency: fields.currency,
    // Older requests may hold invisible characters, which core refuses now; the operator could not see why.
    customer: visibleText(fields.customer ?? ''),
    order_id: orderId,
    callback_url: fields.callback_url ?? '',
    success_url: fields.success_url ?? '',
    reject_url: fields.reject_url ?? '',
  };
  if (body.flow === 'build') return { flow: 'build', fields: common };
  return {
    flow: 'create',
    fields: {
      ...common,
      payment_type: body.fields.payment_type,
      customer_phone_number: body.fields.customer_phone_number ?? '',
    },
  };
}
