import type { Flow } from '#shared/domain/deposit.ts';

const ALL = [
  { field: 'customer_phone_number', word: 'form.phone', type: 'tel' },
  { field: 'callback_url', word: 'form.callback', type: 'url' },
  { field: 'success_url', word: 'form.success', type: 'url' },
  { field: 'reject_url', word: 'form.reject', type: 'url' },
] as const;

/** What stands behind "More". 2.4: no phone in the payment page flow. */
export function moreFieldsOf(flow: Flow): readonly (typeof ALL)[number][] {
  return flow === 'create' ? ALL : ALL.filter(({ field }) => field !== 'customer_phone_number');
}
