import type { DepositRequest, SettledStage } from '#shared/domain/request.ts';

import type { LogPort } from '../log/port.ts';

/** After a crash: W1 without W2 never left this machine; W2 without W3 may have arrived. */
export async function recoverInterrupted(log: LogPort): Promise<readonly DepositRequest[]> {
  const interrupted = await log.inFlight();
  const recovered = await Promise.all(
    interrupted.map(async (request) => {
      const stage = interruptedStage(request);
      const settled = stage === null ? null : await log.settle(request.intentId, stage, null);
      // Where the disk refuses, the desk opens all the same: the request stays in flight and its order blocked.
      return settled?.ok === true ? [settled.value] : [];
    }),
  );
  return recovered.flat();
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
