import type { RequisiteFault } from '#shared/domain/requisiteChecks.ts';

import type { Say } from '../i18n/i18n.ts';

export function requisiteFaultText(fault: RequisiteFault, say: Say): string {
  return say(`fault.${fault.kind}`, {
    ...('digits' in fault ? { count: fault.digits } : {}),
    ...('characters' in fault ? { count: fault.characters } : {}),
  });
}
