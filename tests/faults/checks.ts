import { safeLink } from '../../src/shared/domain/link.ts';
import type { RequestHistory, TravelledAnswer } from '../../src/shared/domain/history.ts';
import { isQuarantined, paymentDataOf } from '../../src/shared/domain/request.ts';
import type { Desk } from './support/desks.ts';

/** What a row demands beyond outcome, reason and counts. Each answers with what is wrong. */
type Check = (desk: Desk, history: RequestHistory, fault: string) => Promise<readonly string[]>;

const complaint = (isFine: boolean, text: string): readonly string[] => (isFine ? [] : [text]);

function rawAnswerOf({ events }: RequestHistory): TravelledAnswer | null {
  const settled = events.find((event) => event.kind === 'settled');
  return settled?.kind === 'settled' ? settled.answer : null;
}

async function copied(desk: Desk, { request }: RequestHistory): Promise<string> {
  const { intentId } = request;
  const asked = await desk.client.call('request.recordCopy', {
    intentId,
    part: 'number',
    text: '1',
  });
  return asked.ok ? 'copied' : asked.error.code;
}

export const isRawViewable: Check = async (_desk, history) =>
  complaint(rawAnswerOf(history) !== null, 'the raw answer cannot be viewed');

const isHidden: Check = async (desk, history) => {
  const body = rawAnswerOf(history)?.body ?? '';
  const copy = await copied(desk, history);
  return [
    ...complaint(isQuarantined(history.request), 'it is not quarantined'),
    ...complaint(/"(?:number|url)":"•+"/u.test(body), `its requisites are not hidden: ${body}`),
    ...complaint(copy === 'copy_locked', `copying ends as ${copy}`),
  ];
};

const isLockedUntilSeen: Check = async (desk, history) => {
  const { intentId } = history.request;
  const before = await copied(desk, history);
  const seen = await desk.client.call('request.acknowledgeAmount', { intentId });
  const after = await copied(desk, history);
  return [
    ...complaint(before === 'copy_locked', `copying ends as ${before} before it was seen`),
    ...complaint(seen.ok, 'it cannot be acknowledged'),
    ...complaint(after === 'copied', `copying ends as ${after} after it was seen`),
  ];
};

const saysWhy: Check = async (_desk, { request }) =>
  complaint(
    request.outcome === 'rejected' && (request.reason.detail ?? '') !== '',
    'the provider’s message is not there',
  );

const saysWhen: Check = async (_desk, { request }) =>
  complaint(
    request.outcome === 'rejected' && request.reason.retryAfter !== null,
    'Retry-After is not there',
  );

const keepsExtras: Check = async (_desk, { request }) => {
  const record = request.outcome === 'accepted' ? JSON.stringify(request.answer.record) : '';
  return complaint(
    /"fee_cents":0.*"iban":"TEST"|"iban":"TEST".*"fee_cents":0/u.test(record),
    record,
  );
};

const isTextOnly: Check = async (_desk, { request }) => {
  if (request.outcome !== 'accepted') return [];
  const address = paymentDataOf(request.answer).url ?? null;
  if (address === null) return ['the answer has no URL at all'];
  return complaint(safeLink(address, null) === null, `${address} would be a link`);
};

const CHECKS: readonly (readonly [RegExp, Check])[] = [
  [/^(?:echo-|reused-id|odd-state)/u, isHidden],
  [/^amount-changed/u, isLockedUntilSeen],
  [/^(?:status-4(?:00|01|03|04|05|13|15|22)|taught-refusal)$/u, saysWhy],
  [/^status-4(?:25|29)$/u, saysWhen],
  [/^extra-fields/u, keepsExtras],
  [/^unsafe-url/u, isTextOnly],
];

export async function checkRow(
  desk: Desk,
  history: RequestHistory,
  fault: string,
): Promise<readonly string[]> {
  const asked = CHECKS.filter(([pattern]) => pattern.test(fault));
  const found = await Promise.all(asked.map(([, check]) => check(desk, history, fault)));
  return found.flat();
}
