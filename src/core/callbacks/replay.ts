import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Profiles } from '../profiles/profiles.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Secrets } from '../vault/secrets.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { type TellDeps, tellOfCallback } from './tell.ts';
import { paidWithin } from './match.ts';
import { checkCallback } from './verify.ts';
import type { LogPort } from '../log/openLog.ts';
import type { RecordedCallback } from '../log/writes/callbacks.ts';

export type ReplayDeps = TellDeps & {
  readonly profiles: Profiles;
  readonly secrets: Pick<Secrets, 'readForCallbacks'>;
  readonly log: Pick<LogPort, 'knownCallback' | 'replayCallback'>;
  readonly redactor: Redactor;
};

type Replaying =
  /** `decidedBy`: an operator says that it counts although another final state was heard before. */
  | { readonly askedBy: 'operator'; readonly decidedBy: Operator | null }
  /**
   * By itself, because the secret can be read now. What the format does not sign any more stays as it is; so does what is badly
   * signed, until the secret has been seen to be right: it may be mistyped.
   */
  | { readonly askedBy: 'desk'; readonly isProven: boolean };

/** Null: it comes out as before. */
export type ReplayCallback = (
  seq: number,
  how: Replaying,
) => Promise<Result<RecordedCallback | null, Failure>>;

/**
 * Reads a recorded callback again by the present provider format. When the secret cannot be read it fails with that reason: a
 * verified callback must not become an unchecked one.
 */
export function createReplayCallback(deps: ReplayDeps): ReplayCallback {
  const { profiles, secrets, log, redactor } = deps;
  return async (seq, how) => {
    const known = await log.knownCallback(seq);
    if (known === null) return err(failure('request_not_found', `no callback ${seq}`));
    const { profileId, raw } = known;
    const found = profiles.find(profileId);
    if (!found.ok) return found;
    const { merchant, mode, dialect } = found.value;
    const { signature } = dialect.callback;
    if (how.askedBy === 'desk' && signature === null) return ok(null);
    const decidedBy = how.askedBy === 'desk' ? null : how.decidedBy;
    const none = ok({ secrets: [], signRequests: false });
    const stored = signature === null ? none : await secrets.readForCallbacks(found.value);
    if (!stored.ok) return err(vaultFailure(stored.error));
    if (signature !== null && stored.value.secrets.length === 0)
      return err(failure('secret_missing'));
    const { signedWith: _, ...checked } = checkCallback(
      raw,
      dialect.callback,
      stored.value,
      profiles.list().map((profile) => profile.merchant),
    );
    if (checked.verdict === 'not_checked') return err(failure('secret_unusable'));
    const isDoubtful = how.askedBy === 'desk' && !how.isProven;
    if (isDoubtful && checked.verdict === 'bad_signature') return ok(null);
    const within = paidWithin(found.value, checked.reading);
    const rereading = { seq, merchant, mode, ...redactor.deep(checked), ...within, decidedBy };
    const recorded = await log.replayCallback(rereading);
    if (recorded.ok && recorded.value !== null) tellOfCallback(deps, profileId, recorded.value);
    return recorded;
  };
}
