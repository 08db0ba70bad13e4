import type { RequestHistory, TravelledAnswer } from '#shared/domain/history.ts';
import { type DepositRequest, isQuarantined } from '#shared/domain/request.ts';
import { readAnswer } from '#shared/json/readJson.ts';

import { isRecord } from '../provider/valueAt.ts';

const DOTS = '••••••';
/** Where requisites stand, or what leads to them. */
const HIDDEN: ReadonlySet<string> = new Set(['payment_data', 'payment_bill_url']);

/** The answer was about another request: its requisites are hidden until the operator resolves it. The rest stays visible. */
export function withoutQuarantined(history: RequestHistory): RequestHistory {
  const isHidden = isQuarantined(history.request);
  const isFound = foundByLate(history.request);
  const events = history.events.map((event) => {
    if (event.kind === 'settled' && event.answer !== null && isHidden) {
      return { ...event, answer: withoutRequisites(event.answer) };
    }
    return event.kind === 'late_answer' && !isFound
      ? { ...event, answer: withoutRequisites(event.answer) }
      : event;
  });
  return { ...history, events };
}

/** True once the operator has confirmed the late answer. Before that, or after a reissue, its requisites are hidden. */
function foundByLate(request: DepositRequest): boolean {
  if (request.outcome !== 'unknown' || request.resolution?.kind !== 'found') return false;
  return request.resolution.lateSeq !== undefined;
}

export function withoutRequisites(answer: TravelledAnswer): TravelledAnswer {
  const json = readAnswer(answer.body);
  // Only answers that were read whole are quarantined, so this branch is a safeguard.
  return { ...answer, body: json.ok ? JSON.stringify(hidden(json.value)) : DOTS };
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [key, HIDDEN.has(key) ? dotted(own) : hidden(own)]),
  );
}

/** Its keys stay: they tell what kind of requisites there were. */
function dotted(value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(dotted);
  if (!isRecord(value)) return DOTS;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, dotted(own)]));
}
