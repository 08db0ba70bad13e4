import type { Dialect, Refusal } from '#shared/dialect/schema.ts';
import type { AnswerFault, OfferedKnob } from '#shared/domain/answerFault.ts';
import type { DepositAnswer, DepositBody } from '#shared/domain/deposit.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { REJECTED_REASONS, SettledStage, UNKNOWN_REASONS } from '#shared/domain/request.ts';
import { assertNever, err } from '#shared/domain/result.ts';
import { readAnswer } from '#shared/json/readJson.ts';

import { answerFaultsText } from './answerFaults.ts';
import { NOT_UTF8 } from './charset.ts';
import type { Exchange } from './client.ts';
import { isFailing } from './noError.ts';
import { clip, messageIn, providerMessage } from './providerMessage.ts';
import { allStates, echoDifference, parsedRecord, readRecord } from './record.ts';
import { valueAt } from './valueAt.ts';

type Knobs = Pick<
  Dialect,
  | 'acceptedStates'
  | 'definiteNoStatuses'
  | 'tryLaterStatuses'
  | 'refusals'
  | 'envelope'
  | 'errorPaths'
  | 'answerAmounts'
  | 'noErrorValues'
>;

/** What an exchange means. Whatever is not provably one thing or the other is `unknown`: it may exist at the provider. */
export function classify(outcome: Exchange, body: DepositBody, knobs: Knobs): SettledStage {
  if (outcome.kind === 'lost') {
    return unknown(outcome.code, outcome.answer?.httpStatus ?? null, outcome.detail);
  }
  const { answer, problem } = outcome;
  const { httpStatus: status } = answer;
  const json = problem === null ? readAnswer(answer.body) : err(problem);
  const refusal = json.ok ? taughtRefusal(status, json.value, knobs.refusals) : null;
  if (json.ok && refusal !== null) {
    return classifyTaught(refusal, answer, json.value, body, knobs);
  }
  if (status >= 200 && status < 300) {
    return json.ok
      ? classifySuccess(status, json.value, body, knobs)
      : unreadable(status, json.error);
  }
  // Read once: a megabyte of JSON takes a tenth of a second.
  return json.ok
    ? classifyStatus(
        answer,
        messageIn(json.value, knobs.errorPaths),
        recordBeside(status, json.value, body, knobs),
        knobs,
      )
    : classifyStatus(answer, providerMessage(answer.body, knobs.errorPaths), null, knobs);
}

/** `beside`: what the answer's own record says against a status that would be a definite no. */
function classifyStatus(
  answer: TravelledAnswer,
  words: string | null,
  beside: SettledStage | null,
  knobs: Knobs,
): SettledStage {
  const { httpStatus: status } = answer;
  if (knobs.definiteNoStatuses.includes(status)) {
    return beside ?? rejected('refused_by_provider', answer, words);
  }
  if (knobs.tryLaterStatuses.includes(status)) {
    return beside ?? rejected('rate_limited', answer, words);
  }
  if (status === 409) return unknown('order_exists', status, words);
  if (status >= 300 && status < 400) {
    return unknown('redirect', status, headerOf(answer, 'location'));
  }
  return unknown('unexpected_status', status, words);
}

function classifySuccess(
  status: number,
  json: unknown,
  body: DepositBody,
  knobs: Knobs,
): SettledStage {
  const read = readRecord(json, body.flow, knobs);
  const objection = (read.ok ? read.value.place : [json]).find((part) =>
    isFailing(part, knobs.noErrorValues),
  );
  if (objection !== undefined) {
    const words = messageIn(objection, knobs.errorPaths) ?? 'the answer is an error object';
    // Without a record the error means what it says.
    return unknown('incomplete_answer', status, words, read.ok ? { knob: 'noErrorValues' } : {});
  }
  if (!read.ok) return incomplete(status, read.error);
  return classifyRecord(status, read.value.answer, body, knobs);
}

function unreadable(status: number, why: string): SettledStage {
  const offered = why === NOT_UTF8 ? { knob: 'answerCharset' as const } : {};
  return unknown('unreadable_answer', status, why, offered);
}

/** As many required fields are missing where the record stands somewhere else. */
const FEWEST_MISSING_ELSEWHERE = 3;

function incomplete(status: number, faults: readonly AnswerFault[] | null): SettledStage {
  if (faults === null) {
    return unknown('incomplete_answer', status, 'the answer holds no record', { knob: 'envelope' });
  }
  const missing = faults.filter(({ got }) => got === 'missing');
  const isTextAmount = faults.some(({ field, got }) => field === 'amount_cents' && got === 'text');
  return unknown('incomplete_answer', status, answerFaultsText(faults), {
    wrong: faults,
    ...(missing.length >= FEWEST_MISSING_ELSEWHERE ? { knob: 'envelope' } : {}),
    ...(isTextAmount ? { knob: 'answerAmounts' } : {}),
  });
}

function classifyRecord(
  status: number,
  answer: DepositAnswer,
  body: DepositBody,
  { acceptedStates }: Knobs,
): SettledStage {
  const differing = echoDifference(answer, body);
  if (differing !== null) return unknown('mismatched_answer', status, differing);
  const { state } = answer.record;
  if (!acceptedStates[body.flow].includes(state)) {
    const words = `state is ${JSON.stringify(state)}`;
    return unknown('state_not_accepted', status, words, { knob: 'acceptedStates' });
  }
  return { outcome: 'accepted', answer };
}

/** A taught marker is weaker evidence than a whole record. */
function classifyTaught(
  refusal: Refusal,
  answer: TravelledAnswer,
  json: unknown,
  body: DepositBody,
  knobs: Knobs,
): SettledStage {
  const beside = recordBeside(answer.httpStatus, json, body, knobs);
  if (beside !== null) return beside;
  const words = messageIn(json, knobs.errorPaths);
  return rejected(codeOf(refusal.meaning), answer, words, refusal.wording);
}

/**
 * Where anything in the answer is in an accepted state, or is a record that is not ours, neither a marker nor a status makes
 * it a definite no. Null: nothing is.
 */
function recordBeside(
  status: number,
  json: unknown,
  body: DepositBody,
  knobs: Knobs,
): SettledStage | null {
  const states = allStates(json);
  if (states === null) {
    return unknown(
      'incomplete_answer',
      status,
      'the answer tells more states than can be looked at',
    );
  }
  for (const told of states) {
    const record = parsedRecord(told, body.flow, knobs);
    const stage = record.ok ? classifyRecord(status, record.value, body, knobs) : null;
    if (stage !== null && isAboutAnother(stage)) return stage;
    if (knobs.acceptedStates[body.flow].some((state) => state === told['state'])) {
      return unknown('incomplete_answer', status, 'the answer is a record and a refusal at once');
    }
  }
  return null;
}

/** Then whatever it refuses is not ours. */
function isAboutAnother(stage: SettledStage): boolean {
  return stage.outcome === 'unknown' && stage.reason.code === 'mismatched_answer';
}

type RejectedCode = (typeof REJECTED_REASONS)[number];

function codeOf(meaning: Refusal['meaning']): RejectedCode {
  switch (meaning) {
    case 'no_requisites':
    case 'customer_blocked':
      return meaning;
    case 'refused':
      return 'refused_by_provider';
    default:
      return assertNever(meaning);
  }
}

function rejected(
  code: RejectedCode,
  answer: TravelledAnswer,
  detail: string | null,
  wording = '',
): SettledStage {
  return {
    outcome: 'rejected',
    reason: {
      code,
      httpStatus: answer.httpStatus,
      detail,
      retryAfter: headerOf(answer, 'retry-after'),
      wording: wording === '' ? null : wording,
    },
  };
}

function unknown(
  code: (typeof UNKNOWN_REASONS)[number],
  httpStatus: number | null,
  detail: string | null,
  offered: { readonly wrong?: readonly AnswerFault[]; readonly knob?: OfferedKnob } = {},
): SettledStage {
  const shown = detail === null ? null : clip(detail);
  return { outcome: 'unknown', reason: { code, httpStatus, detail: shown, ...offered } };
}

function headerOf(answer: TravelledAnswer, name: string): string | null {
  return answer.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** The first of the refusals that the provider format was taught that this answer is. */
export function taughtRefusal(
  status: number,
  json: unknown,
  refusals: readonly Refusal[],
): Refusal | null {
  const found = refusals.find(
    (refusal) => refusal.status === status && valueAt(json, refusal.path) === refusal.value,
  );
  return found ?? null;
}
