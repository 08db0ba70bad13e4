import type { RequisiteFault } from '#shared/domain/requisiteChecks.ts';

import type { Say } from '../i18n/i18n.ts';

export function requisiteFaultText(fault: RequisiteFault, say: Say): string {
  return say(`fault.${fault.kind}`, {
    ...('digits' in fault ? { count: fault.digits } : {}),
    ...('characters' in fault ? { count: fault.characters } : {}),
  });
}

/** payment_data as 2.6 names it, in the order in which a transfer is typed. */
export const NAMED_PARTS = ['number', 'name', 'bank_name', 'bic', 'payment_reason', 'url'] as const;
export type NamedPart = (typeof NAMED_PARTS)[number];

/** As many bytes as the largest QR code holds with redundancy M. */
const MOST_QR_BYTES = 2331;

export function fitsInQr(link: string): boolean {
  return new TextEncoder().encode(link).length <= MOST_QR_BYTES;
}
