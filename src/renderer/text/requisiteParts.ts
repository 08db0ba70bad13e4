/** payment_data as 2.6 names it, in the order in which a transfer is typed. */
export const NAMED_PARTS = ['number', 'name', 'bank_name', 'bic', 'payment_reason', 'url'] as const;
export type NamedPart = (typeof NAMED_PARTS)[number];
