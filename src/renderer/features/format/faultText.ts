import type { Say } from '../../i18n/i18n.ts';
import type { FormatFault } from './faults.ts';

export function formatFaultText({ kind, facts }: FormatFault, say: Say): string {
  if (kind === 'not_a_choice' && facts['allowed'] === '') return say('formatFault.not_known');
  return say(`formatFault.${kind}`, facts);
}
