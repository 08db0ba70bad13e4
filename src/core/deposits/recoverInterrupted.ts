import type { DepositRequest, SettledStage } from '#shared/domain/request.ts';

import type { LogPort } from '../log/port.ts';

/** After a crash: W1 without W2 never left this machine; W2 without W3 may have arrived. */
export async function recoverInterrupted(log: LogPort): Promise<readonly DepositRequest[]> {
  const recovered: DepositRequest[] = [];
  for (const request of await log.inFlight()) {
    const stage = interruptedStage(request);
    if (stage === null) continue;
    const settled = await log.settle(request.intentId, stage, null);
    if (!settled.ok) {
      // Opening goes on: it stays in flight in the log, and its order stays blocked.
      continue;
    }
    recovered.push(settled.value);
  }
  return recovered;
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
