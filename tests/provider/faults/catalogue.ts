import { ANSWER_FAULTS } from './answerFaults.ts';
import { CONNECTION_FAULTS } from './connectionFaults.ts';
import type { AnswerFault, Fault } from './fault.ts';

/** Every way in which a provider or the network between can fail a POST, by name. */
export const FAULTS: readonly Fault[] = [...CONNECTION_FAULTS, ...ANSWER_FAULTS];

export function findAnswerFault(name: string): AnswerFault | null {
  return ANSWER_FAULTS.find((fault) => fault.name === name) ?? null;
}

/** The table of README.md; a test holds the two together. */
export function catalogueTable(): string {
  const rows = FAULTS.map((fault) => {
    const flows =
      fault.where === 'answer' && fault.flows.length === 1 ? ` (${fault.flows[0] ?? ''} only)` : '';
    const cells = [
      `\`${fault.name}\``,
      `${fault.says}${flows}`,
      createsWord(fault),
      fault.item ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| fault | what a client meets | creates | row of the fault table |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function createsWord(fault: Fault): string {
  if (fault.where === 'answer' && fault.bothWays) return 'yes, or no when told so';
  return fault.creates ? 'yes' : 'no';
}
