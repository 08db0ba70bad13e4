import { createRecordSchema } from '#shared/domain/deposit.ts';
import type { TravelledRequest } from '#shared/domain/history.ts';
import type { SettledStage } from '#shared/domain/request.ts';

import { OPERATOR, createRecordOf, intent, preparedOf } from './builders.ts';
import type { LogPort } from '../log/openLog.ts';

export const SENT: TravelledRequest = {
  method: 'POST',
  url: 'https://provider.example/api/v1/requests/deposit/create',
  headers: [['Host', 'provider.example']],
  body: '{}',
  remoteAddress: '192.0.2.1:443',
  tls: 'TLSv1.3',
};
export const UNKNOWN: SettledStage = {
  outcome: 'unknown',
  reason: { code: 'connection_lost', httpStatus: null, detail: null },
};
export const NOT_SENT: SettledStage = {
  outcome: 'not_sent',
  reason: { code: 'connection_failed', httpStatus: null, detail: null },
};

export function acceptedAs(
  orderId: string,
  overrides: Readonly<Record<string, unknown>> = {},
): SettledStage {
  const { fields } = preparedOf(orderId).body;
  const record = createRecordSchema.parse(createRecordOf(fields, overrides));
  return { outcome: 'accepted', answer: { flow: 'create', record } };
}

/** W1, W2 and W3 of one request. */
export async function issueOne(log: LogPort, name: string, stage: SettledStage): Promise<void> {
  await log.prepare(preparedOf(name));
  await log.markSending(intent(name), SENT);
  await log.settle(intent(name), stage, null);
}

/** One request of each outcome, and a copy of the accepted one's requisites: eleven events. */
export async function fillLog(log: LogPort, prefix = 'F'): Promise<void> {
  await issueOne(log, `${prefix}-1`, acceptedAs(`${prefix}-1`));
  await issueOne(log, `${prefix}-2`, UNKNOWN);
  await issueOne(log, `${prefix}-3`, NOT_SENT);
  await log.recordCopy(intent(`${prefix}-1`), { operator: OPERATOR, part: 'number', text: '1' });
  await log.prepare(preparedOf(`${prefix}-4`));
}
