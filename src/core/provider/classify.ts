import type { Dialect } from '#shared/dialect/schema.ts';
import {
  type DepositAnswer,
  type DepositBody,
  buildRecordSchema,
  createRecordSchema,
} from '#shared/domain/deposit.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { REJECTED_REASONS, SettledStage, UNKNOWN_REASONS } from '#shared/domain/request.ts';
import { assertNever, err } from '#shared/domain/result.ts';

import type { Exchange } from './client.ts';
import { isRecord, providerMessage } from './providerMessage.ts';
import { readJson } from './readJson.ts';
import { taughtRefusal } from './refusal.ts';

/** 2.3: the value of `kind`. */
const DEPOSIT_KIND = 'deposit';

type Knobs = Pick<
  Dialect,
  'acceptedStates' | 'definiteNoStatuses' | 'tryLaterStatuses' | 'refusals'
>;

/** What an exchange means. Whatever is not provably one thing or the other is `unknown`: it may exist at the provider. */
export function classify(outcome: Exchange, body: DepositBody, knobs: Knobs): SettledStage {
  if (outcome.kind === 'lost') {
    return unknown(outcome.code, outcome.answer?.httpStatus ?? null, outcome.detail);
  }
  const { answer, problem } = outcome;
  const status = answer.httpStatus;
  const json = problem === null ? readJson(answer.body) : err(problem);
  const refusal = json.ok ? taughtRefusal(status, json.value, knobs.refusals) : null;
  if (status >= 200 && status < 300) {
    if (!json.ok) return unknown('unreadable_answer', status, json.error);
    const stage = classifySuccess(status, json.value, body, knobs.acceptedStates);
    if (refusal === null || isAboutAnother(stage)) return stage;
    if (stage.outcome !== 'accepted') return taught(answer, refusal.meaning);
    return unknown('incomplete_answer', status, 'the answer is a record and a refusal at once');
  }
  if (refusal !== null) return taught(answer, refusal.meaning);
  if (knobs.definiteNoStatuses.includes(status)) return rejected('refused_by_provider', answer);
  if (knobs.tryLaterStatuses.includes(status)) return rejected('rate_limited', answer);
  if (status === 409) return unknown('order_exists', status, wordsOf(answer));
  if (status >= 300 && status < 400) {
    return unknown('redirect', status, headerOf(answer, 'location'));
  }
  return unknown('unexpected_status', status, wordsOf(answer));
}

function classifySuccess(
  status: number,
  json: unknown,
  body: DepositBody,
  acceptedStates: Dialect['acceptedStates'],
): SettledStage {
  const objection = errorIn(json);
  if (objection !== null) return unknown('incomplete_answer', status, objection);
  const read = readRecord(json, body);
  if (typeof read === 'string') return unknown('incomplete_answer', status, read);
  const differing = echoDifference(read, body);
  if (differing !== null) return unknown('mismatched_answer', status, differing);
  const { state } = read.record;
  if (!acceptedStates[body.flow].includes(state)) {
    return unknown('state_not_accepted', status, `state is ${JSON.stringify(state)}`);
  }
  return { outcome: 'accepted', answer: read };
}

/** Then whatever it refuses is not ours. */
function isAboutAnother(stage: SettledStage): boolean {
  return stage.outcome === 'unknown' && stage.reason.code === 'mismatched_answer';
}

function taught(
  answer: TravelledAnswer,
  meaning: Dialect['refusals'][number]['meaning'],
): SettledStage {
  switch (meaning) {
    case 'no_requisites':
      return rejected('no_requisites', answer);
    case 'refused':
      return rejected('refused_by_provider', answer);
    default:
      return assertNever(meaning);
  }
}

function rejected(code: (typeof REJECTED_REASONS)[number], answer: TravelledAnswer): SettledStage {
  return {
    outcome: 'rejected',
    reason: {
      code,
      httpStatus: answer.httpStatus,
      detail: wordsOf(answer),
      retryAfter: headerOf(answer, 'retry-after'),
    },
  };
}

function wordsOf(answer: TravelledAnswer): string | null {
  return providerMessage(answer.body);
}

/** A success status with an error object beside or instead of the record says two things at once. */
function errorIn(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const { error, errors, success } = value;
  const isEmpty = (part: unknown): boolean =>
    part === undefined ||
    part === null ||
    part === false ||
    part === '' ||
    (Array.isArray(part) && part.length === 0);
  if (isEmpty(error) && isEmpty(errors) && success !== false) return null;
  return providerMessage(JSON.stringify(value)) ?? 'the answer is an error object';
}

/** Bare, or inside `data` or `result`. A text says what is missing. */
function readRecord(value: unknown, body: DepositBody): DepositAnswer | string {
  if (!isRecord(value)) return 'the answer is not an object';
  const { data, result } = value;
  let problem: string | null = null;
  for (const candidate of [value, data, result]) {
    if (!isRecord(candidate)) continue;
    const read = readCandidate(candidate, body);
    if (typeof read !== 'string') return read;
    // The innermost object that is there explains best.
    problem = read;
  }
  return problem ?? 'the answer holds no record';
}

function readCandidate(candidate: unknown, { flow }: DepositBody): DepositAnswer | string {
  const issuesOf = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }) =>
    error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  switch (flow) {
    case 'create': {
      const parsed = createRecordSchema.safeParse(candidate);
      return parsed.success ? { flow, record: parsed.data } : issuesOf(parsed.error);
    }
    case 'build': {
      const parsed = buildRecordSchema.safeParse(candidate);
      return parsed.success ? { flow, record: parsed.data } : issuesOf(parsed.error);
    }
    default:
      return assertNever(flow);
  }
}

/** Whether the answer is about what was asked. The amount may differ: that is accepted and shown, see issuing.md. */
function echoDifference(answer: DepositAnswer, body: DepositBody): string | null {
  const { record } = answer;
  const sent = body.fields;
  const orderId = answer.flow === 'create' ? answer.record.external_id : answer.record.order_id;
  const pairs: readonly (readonly [string, string, string])[] = [
    ['merchant', record.merchant.toLowerCase(), sent.merchant.toLowerCase()],
    [answer.flow === 'create' ? 'external_id' : 'order_id', orderId, sent.order_id],
    ['amount_currency', record.amount_currency, sent.currency],
    ...(answer.flow === 'create' ? [['kind', answer.record.kind, DEPOSIT_KIND] as const] : []),
  ];
  const differing = pairs.filter(([, got, wanted]) => got !== wanted);
  if (differing.length === 0) return null;
  return differing
    .map(
      ([field, got, wanted]) => `${field} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`,
    )
    .join('; ');
}

function unknown(
  code: (typeof UNKNOWN_REASONS)[number],
  httpStatus: number | null,
  detail: string | null,
): SettledStage {
  return { outcome: 'unknown', reason: { code, httpStatus, detail } };
}

function headerOf(answer: TravelledAnswer, name: string): string | null {
  return answer.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}
