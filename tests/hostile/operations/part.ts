import type { Part } from '../part.ts';
import type { Findings } from './judge.ts';
import { onLoopback } from './onLoopback.ts';
import { onStandIn } from './onStandIn.ts';
import { ROWS } from './rows.ts';
import { OPERATION_NAMES } from '../../../src/shared/contract/operations.ts';

/** Every operation, from where it may not be asked, with what it may not be given, and when it is over: no handler runs. */
export const operationsPart: Part = {
  name: 'operations',
  async run(isPairwise) {
    const findings: Findings = { tried: 0, counted: 0, failures: [] };
    await Promise.all([onStandIn(findings, isPairwise), onLoopback(findings, isPairwise)]);
    const handlers = findings.failures.filter((told) => told.includes('a handler ran')).length;
    return {
      tried: findings.tried,
      failures: findings.failures,
      figures:
        `${OPERATION_NAMES.length} operations × ${ROWS.length - 1} rows on the Electron host (stand-in) and their inputs on the loopback host: ` +
        `${handlers} handlers run; ${findings.counted} good calls counted`,
      left: 'each wrong input on its other host',
    };
  },
};
