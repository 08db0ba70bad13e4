import type { DepositBody } from '#shared/domain/deposit.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { SettledStage } from '#shared/domain/request.ts';
import { readJson } from '#shared/json/readJson.ts';

import { type Redactor, createRedactorExcept } from '../journal/redact.ts';
import { clip } from './providerMessage.ts';
import { sentFields } from './stringToSign.ts';
import { isRecord } from './valueAt.ts';

type Settled = { readonly stage: SettledStage; readonly answer: TravelledAnswer | null };

/**
 * An outcome as the log and the screen may have it. `stage` was read from the answer as it came: a redactor that works on the
 * record would make another number, link or id of it. So a value that only repeats a field of the request stays as it is (W1
 * has it anyway), and an answer that holds a secret anywhere else is not used at all.
 */
export function withoutSecrets(
  { stage, answer }: Settled,
  sent: DepositBody,
  redactor: Pick<Redactor, 'text' | 'deep'>,
): Settled {
  if (answer === null) return { stage: redactor.deep(stage), answer };
  const echoes = sentFields(sent).map(([, value]) => String(value));
  const headers = redactor.deep(answer.headers);
  const place = placeOfSecret(answer.body, echoes, redactor);
  if (place === null) {
    // Nothing but echoes is left in an accepted record; other stages hold the provider's words, which are not parsed.
    const clean = stage.outcome === 'accepted' ? stage : redactor.deep(stage);
    const body = createRedactorExcept(redactor, echoes)(answer.body);
    return { stage: clean, answer: { ...answer, headers, body } };
  }
  const stored = { ...answer, headers, body: dotted(answer.body, redactor) };
  // An answer that was cut short decides nothing: why it was is what the operator has to know.
  if (isCutShort(stage)) return { stage: redactor.deep(stage), answer: stored };
  // The provider chooses its keys, and a row is what every page has.
  const detail = clip(redactor.text(place));
  const reason = { code: 'secret_in_answer', httpStatus: answer.httpStatus, detail } as const;
  return { stage: { outcome: 'unknown', reason }, answer: stored };
}

const CUT_SHORT: ReadonlySet<string> = new Set([
  'interrupted_after_sending',
  'cancelled_after_sending',
  'machine_slept',
  'no_answer_in_time',
  'connection_lost',
]);

function isCutShort(stage: SettledStage): boolean {
  return stage.outcome === 'unknown' && CUT_SHORT.has(stage.reason.code);
}

/** The path of the first field with a secret in its name or value; '' where the answer is no JSON. Null: there is none. */
function placeOfSecret(
  body: string,
  echoes: readonly string[],
  redactor: Pick<Redactor, 'text'>,
): string | null {
  const isPlain = redactor.text(body) === body;
  // Only an escape can hide a secret from the text as it stands, and reading a megabyte takes a tenth of a second.
  if (isPlain && !body.includes('\\')) return null;
  const json = readJson(body, 'verbatim');
  if (!json.ok) return createRedactorExcept(redactor, echoes)(body) === body ? null : '';
  const same = new Set(echoes.map((echo) => echo.toLowerCase()));
  const holds = (text: string): boolean =>
    redactor.text(text) !== text && !same.has(text.toLowerCase());
  return placeIn(json.value, [], holds);
}

function placeIn(
  value: unknown,
  path: readonly string[],
  holds: (text: string) => boolean,
): string | null {
  if (typeof value === 'string') return holds(value) ? path.join('.') : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, own] of Object.entries(value)) {
    const at = [...path, key];
    if (holds(key)) return at.join('.');
    const found = placeIn(own, at, holds);
    if (found !== null) return found;
  }
  return null;
}

/** As text, so that it stays what the provider wrote; value by value where escapes hide a secret from that. */
function dotted(body: string, redactor: Pick<Redactor, 'text'>): string {
  const text = redactor.text(body);
  if (!text.includes('\\') || placeOfSecret(text, [], redactor) === null) return text;
  const json = readJson(text, 'verbatim');
  return json.ok ? JSON.stringify(withKeys(json.value, redactor)) : text;
}

function withKeys(value: unknown, redactor: Pick<Redactor, 'text'>): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((own) => withKeys(own, redactor));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [redactor.text(key), withKeys(own, redactor)]),
  );
}
