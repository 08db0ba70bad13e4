import type { CheckCode, CheckStep } from '#shared/domain/connectionCheck.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { limitsAnswerOf, readLimits } from '#shared/limits/read.ts';

import type { Exchange } from '../../provider/client.ts';
import { providerMessage } from '../../provider/providerMessage.ts';

/** What the answer says about a signature that went along. */
export type Verdict = {
  readonly httpStatus: number;
  readonly message: string;
  /** It holds limits: a 200 can carry an error too. */
  readonly isRecognised: boolean;
};

export type AnswerSteps = {
  readonly steps: readonly CheckStep[];
  readonly verdict: Verdict | null;
};

/** Beyond this a provider that looks at timestamps may refuse them. */
const MOST_SKEW_S = 60;

export function answerSteps(outcome: Exchange, profile: Profile, now: Date): AnswerSteps {
  const { answer } = outcome;
  if (outcome.kind === 'lost') {
    const code = outcome.code === 'not_http' ? 'http_not_http' : 'http_no_answer';
    const facts = { status: '', ms: '', message: '', detail: `${outcome.code}: ${outcome.detail}` };
    const clock = answer === null ? [] : [clockStep(answer, profile, now)];
    return { steps: [{ step: 'http', status: 'failed', code, facts }, ...clock], verdict: null };
  }
  const { httpStatus } = outcome.answer;
  const http = httpStep(outcome.answer, profile);
  const content = http.status === 'failed' ? [] : contentSteps(outcome, profile);
  return {
    steps: [http, ...content, clockStep(outcome.answer, profile, now)],
    verdict: {
      httpStatus,
      message: http.facts['message'] ?? '',
      isRecognised: content.some(({ code }) => code === 'recognised' || code === 'mapped'),
    },
  };
}

function httpStep(answer: TravelledAnswer, { dialect }: Profile): CheckStep {
  const { httpStatus, elapsedMs, body } = answer;
  const isOk = httpStatus >= 200 && httpStatus < 300;
  const facts = {
    status: String(httpStatus),
    ms: String(elapsedMs),
    message: isOk ? '' : (providerMessage(body, dialect.errorPaths) ?? ''),
  };
  if (isOk) return { step: 'http', status: 'ok', code: 'http_ok', facts };
  const code = httpCode(httpStatus);
  if (code !== 'http_redirect') return { step: 'http', status: 'failed', code, facts };
  const location = headerOf(answer, 'location') ?? '';
  return { step: 'http', status: 'failed', code, facts: { ...facts, location } };
}

function httpCode(status: number): CheckCode {
  if (status >= 300 && status < 400) return 'http_redirect';
  if (status === 401 || status === 403) return 'http_unauthorised';
  if (status === 404) return 'http_not_found';
  return status >= 500 ? 'http_server_error' : 'http_refused';
}

function contentSteps(
  { answer, problem }: Extract<Exchange, { kind: 'answered' }>,
  profile: Profile,
): readonly CheckStep[] {
  const bytes = String(Buffer.byteLength(answer.body, 'utf8'));
  if (problem === null && answer.body.trim() === '') return [emptyStep(bytes)];
  const json = limitsAnswerOf(answer.body);
  if (problem !== null || !json.ok) {
    const detail = problem ?? (json.ok ? '' : json.error);
    const facts = { bytes, detail };
    return [{ step: 'limits', status: 'failed', code: 'limits_not_json', facts }];
  }
  if (isEmpty(json.value)) return [emptyStep(bytes)];
  return [
    { step: 'limits', status: 'ok', code: 'limits_ok', facts: { bytes } },
    recognitionStep(json.value, profile),
  ];
}

function emptyStep(bytes: string): CheckStep {
  return { step: 'limits', status: 'warning', code: 'limits_empty', facts: { bytes } };
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || (typeof value === 'object' && Object.keys(value).length === 0) || value === ''
  );
}

function recognitionStep(answer: unknown, { dialect }: Profile): CheckStep {
  const reading = readLimits(answer, dialect.limitResponse);
  // Issuing goes on by the documented rules.
  if (reading === null) {
    return { step: 'recognition', status: 'warning', code: 'not_recognised', facts: {} };
  }
  const { entries, complaints } = reading;
  const types = new Set(entries.flatMap(({ paymentType }) => paymentType ?? []));
  return {
    step: 'recognition',
    status: complaints.length > 0 || entries.length === 0 ? 'warning' : 'ok',
    code: dialect.limitResponse.kind,
    facts: {
      currencies: [...new Set(entries.map(({ currency }) => currency))].join(', '),
      types: String(types.size),
      entries: String(entries.length),
      complaints: String(complaints.length),
    },
  };
}

function clockStep(answer: TravelledAnswer, { dialect }: Profile, now: Date): CheckStep {
  const told = Date.parse(headerOf(answer, 'date') ?? '');
  if (Number.isNaN(told)) {
    return { step: 'clock', status: 'skipped', code: 'clock_untold', facts: { seconds: '' } };
  }
  // The header has whole seconds, and was written while the answer was under way.
  const here = now.getTime() - answer.elapsedMs / 2;
  const seconds = Math.round((told + 500 - here) / 1000);
  const facts = { seconds: String(seconds) };
  if (Math.abs(seconds) <= MOST_SKEW_S) {
    return { step: 'clock', status: 'ok', code: 'clock_ok', facts };
  }
  const isSent = dialect.companionHeaders.some(
    (header) => header.kind === 'fixed' && header.value.includes('{timestamp}'),
  );
  return { step: 'clock', status: isSent ? 'failed' : 'warning', code: 'clock_off', facts };
}

function headerOf({ headers }: TravelledAnswer, wanted: string): string | null {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}
