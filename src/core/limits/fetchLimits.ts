import { clipText } from '#shared/domain/cutText.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Chance, Clock } from '../ports.ts';
import { exchange } from '../provider/client.ts';
import type { Connect } from '../provider/connect.ts';
import { providerMessage } from '../provider/providerMessage.ts';
import { limitRequestNeedsSecrets, limitRequestOf } from '../provider/requests.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Secrets, SigningSecrets } from '../vault/secrets.ts';
import { within } from '../within.ts';

export type FetchLimitsDeps = {
  readonly connect: Connect;
  readonly secrets: Pick<Secrets, 'read'>;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly userAgent: string;
  /** For the vault, for connecting and for answering, each. */
  readonly timeoutMs: number;
};

/** What went wrong, and what the provider answered instead of limits; null: nothing was answered. */
export type FailedReading = {
  readonly problem: string;
  readonly answer: { readonly text: string; readonly httpStatus: number } | null;
};

/** Of an answer without limits, enough to see what it was. */
const LONGEST_ANSWER = 16 * 1024;

/** One GET limit: the raw answer, or what went wrong. */
export async function fetchLimits(
  profile: Profile,
  deps: FetchLimitsDeps,
  signal: AbortSignal,
): Promise<Result<string, FailedReading>> {
  const failed = (problem: string, answer: FailedReading['answer'] = null) =>
    err({ problem, answer });
  const { timeoutMs } = deps;
  const secrets = await secretsFor(profile, deps, signal);
  if (!secrets.ok) return failed(secrets.error);
  const outgoing = limitRequestOf(profile, { ...deps, secrets: secrets.value });
  if (!outgoing.ok) return failed(outgoing.error);
  const connected = await deps.connect(outgoing.value.url, {
    timeoutMs,
    signal,
    proxy: profile.proxy,
  });
  if (!connected.ok) return failed(`${connected.error.code}: ${connected.error.detail}`);
  const outcome = await exchange(connected.value.socket, outgoing.value, {
    deadlineMs: timeoutMs,
    signal,
    charset: profile.dialect.answerCharset,
  });
  if (outcome.kind === 'lost') return failed(`${outcome.code}: ${outcome.detail}`);
  const { httpStatus, body } = outcome.answer;
  const clean = deps.redactor.text(body);
  const told = { text: clipText(clean, LONGEST_ANSWER), httpStatus };
  if (outcome.problem !== null) return failed(outcome.problem, told);
  if (httpStatus >= 200 && httpStatus < 300) return ok(clean);
  const message = providerMessage(clean, profile.dialect.errorPaths);
  return failed(message === null ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}: ${message}`, told);
}

/** The vault is asked only where the request needs it, and may wait for a person: the form must not. */
async function secretsFor(
  profile: Profile,
  { secrets, timeoutMs }: FetchLimitsDeps,
  signal: AbortSignal,
): Promise<Result<SigningSecrets | null, string>> {
  if (!limitRequestNeedsSecrets(profile.dialect)) return ok(null);
  const read = await within(secrets.read(profile), { ms: timeoutMs, signal }, () => null);
  if (read === null) return err('vault_timed_out: the keychain does not answer');
  if (!read.ok) return err(`vault_unavailable: ${read.error}`);
  return read.value === null ? err('secret_missing') : ok(read.value);
}
