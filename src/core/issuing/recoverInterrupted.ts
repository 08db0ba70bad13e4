import type { DepositRequest, SettledStage } from '#shared/domain/request.ts';

import type { Settler } from './settle.ts';
import type { LogPort } from '../log/openLog.ts';

/**
 * After a crash: W1 without W2 never left this machine; W2 without W3 may have arrived. Where the disk refuses to have it
 * written, the outcome is held like any other and the desk opens all the same.
 */
export async function recoverInterrupted(
  log: Pick<LogPort, 'inFlight'>,
  settler: Pick<Settler, 'settle'>,
): Promise<void> {
  const interrupted = await log.inFlight();
  await Promise.all(
    interrupted.map(async (request) => {
      const stage = interruptedStage(request);
      if (stage !== null) await settler.settle(request, stage, null);
    }),
  );
}

function interruptedStage(request: DepositRequest): SettledStage | null {
  const facts = { httpStatus: null, detail: null };
  if (request.outcome === 'prepared') {
    return { outcome: 'not_sent', reason: { code: 'interrupted_before_sending', ...facts } };
  }
  if (request.outcome === 'sending') {
    return { outcome: 'unknown', reason: { code: 'interrupted_after_sending', ...facts } };
  }
  return null;
}
