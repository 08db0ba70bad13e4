/** Inputs of operations as the page sends them, whole and valid; a test overrides what it is about. */

export type CreateDraft = {
  readonly cents: number | null;
  readonly currency: string;
  readonly payment_type: string;
  readonly customer: string;
  readonly order_id: string;
  readonly customer_phone_number: string;
  readonly callback_url: string;
  readonly success_url: string;
  readonly reject_url: string;
};

const NO_ADDRESSES = { callback_url: '', success_url: '', reject_url: '' } as const;

/** Each order is another customer's: the same again after an unknown would need its order id typed. */
export function createInput(fields: Partial<CreateDraft> = {}) {
  const order = fields.order_id ?? `A-${crypto.randomUUID().slice(0, 8)}`;
  return {
    intentId: crypto.randomUUID(),
    profileId: 'sandbox',
    reissue: null,
    fields: {
      cents: 1500_00,
      currency: 'RUB',
      payment_type: 'any_bank',
      customer: `cust-${order}`,
      order_id: order,
      customer_phone_number: '',
      ...NO_ADDRESSES,
      ...fields,
    },
  };
}

type BuildDraft = Omit<CreateDraft, 'payment_type' | 'customer_phone_number'>;

export function buildInput(fields: Partial<BuildDraft> = {}) {
  const order = fields.order_id ?? `P-${crypto.randomUUID().slice(0, 8)}`;
  return {
    intentId: crypto.randomUUID(),
    profileId: 'sandbox',
    reissue: null,
    fields: {
      cents: 250_000_00,
      currency: 'UZS',
      customer: `cust-${order}`,
      order_id: order,
      ...NO_ADDRESSES,
      ...fields,
    },
  };
}
