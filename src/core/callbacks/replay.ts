import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { LogPort, RecordedCallback } from '../log/port.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Redactor } from '../redact.ts';
import type { Secrets } from '../vault/secrets.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { readCallback } from './read.ts';
import { type TellDeps, tellOfCallback } from './tell.ts';
import { verdictOf } from './verify.ts';

export type ReplayDeps = TellDeps & {
  readonly profiles: Profiles;
  readonly secrets: Pick<Secrets, 'read'>;
  readonly log: Pick<LogPort, 'knownCallback' | 'replayCallback'>;
  readonly redactor: Redactor;
};

/** Null: it comes out as before. */
export type ReplayCallback = (seq: number) => Promise<Result<RecordedCallback | null, Failure>>;

/**
 * What is in the log, by the provider format of now. Somebody sits in front of it, so that a secret that cannot be read is said
 * to them: a callback that was verified must not become one that was not checked.
 */
export function createReplayCallback(deps: ReplayDeps): ReplayCallback {
  const { profiles, secrets, log, redactor } = deps;
  return async (seq) => {
    const known = await log.knownCallback(seq);
    if (known === null) return err(failure('request_not_found', `no callback ${seq}`));
    const { profileId, raw } = known;
    const found = profiles.find(profileId);
    if (!found.ok) return found;
    const { merchant, mode, dialect } = found.value;
    const { signature } = dialect.callback;
    const stored = signature === null ? ok(null) : await secrets.read(found.value);
    if (!stored.ok) return err(vaultFailure(stored.error));
    const secret = stored.value?.signing ?? null;
    if (signature !== null && secret === null) return err(failure('secret_missing'));
    const { reading, fields } = readCallback(raw, dialect.callback);
    const verdict = verdictOf(raw, fields, signature, secret);
    if (verdict === 'not_checked') return err(failure('secret_unusable'));
    const rereading = { seq, merchant, mode, reading: redactor.deep(reading), verdict };
    const recorded = await log.replayCallback(rereading);
    if (recorded.ok && recorded.value !== null) tellOfCallback(deps, profileId, recorded.value);
    return recorded;
  };
}
