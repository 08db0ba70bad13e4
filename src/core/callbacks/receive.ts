import type { RawCallback } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { Profiles } from '../profiles/profiles.ts';
import type { Redactor } from '../journal/redact.ts';
import type { CallbackSecrets, Secrets } from '../vault/secrets.ts';
import { within } from '../within.ts';
import type { Taken } from './listener.ts';
import { type TellDeps, tellOfCallback } from './tell.ts';
import { paidWithin } from './match.ts';
import { checkCallback } from './verify.ts';
import type { LogPort } from '../log/openLog.ts';

export type ReceiveDeps = TellDeps & {
  readonly profiles: Profiles;
  readonly secrets: Pick<Secrets, 'readForCallbacks' | 'provenByCallback'>;
  readonly log: Pick<LogPort, 'recordCallback'>;
  readonly redactor: Redactor;
  /** One was recorded whose signature could not be checked. */
  readonly onWaiting: () => void;
  /** The profile's newest secret has verified one. */
  readonly onVerified: (profileId: ProfileId) => void;
  readonly onBug: (error: unknown) => void;
};

export type ReceiveCallback = (profileId: ProfileId, raw: RawCallback) => Promise<Taken>;

/** A keychain may be waiting for a person; the provider does not wait for one. */
const VAULT_MS = 3000;

/** Reads, checks, records, and only when it is durable says so. It is kept whatever it says: also forged, also unreadable. */
export function createReceiveCallback(deps: ReceiveDeps): ReceiveCallback {
  const { profiles, log, redactor, secrets, onWaiting, onVerified, onBug } = deps;
  const receive: ReceiveCallback = async (profileId, raw) => {
    const found = profiles.find(profileId);
    if (!found.ok) return { kind: 'retry' };
    const { merchant, mode, dialect } = found.value;
    const { signature, acknowledgement } = dialect.callback;
    const known = signature === null ? NONE : await secretsOf(found.value, deps);
    const { signedWith, ...checked } = checkCallback(
      raw,
      dialect.callback,
      known,
      profiles.list().map((profile) => profile.merchant),
    );
    const arrival = { profileId, merchant, mode, raw, ...checked };
    const recorded = await log.recordCallback({
      ...redactor.deep(arrival),
      merchant,
      ...paidWithin(found.value, checked.reading),
    });
    if (!recorded.ok) return { kind: 'retry' };
    // Not waited for: a keychain may ask a person.
    if (signedWith !== undefined) secrets.provenByCallback(found.value, signedWith).catch(onBug);
    if (signedWith !== undefined && signedWith === known.secrets[0]) onVerified(profileId);
    if (checked.verdict === 'not_checked') onWaiting();
    tellOfCallback(deps, profileId, recorded.value);
    return { kind: 'kept', acknowledgement };
  };
  return (profileId, raw) => redactor.during(() => receive(profileId, raw));
}

const NONE: CallbackSecrets = { secrets: [], signRequests: false };

async function secretsOf(profile: Profile, { secrets }: ReceiveDeps): Promise<CallbackSecrets> {
  const stored = await within(secrets.readForCallbacks(profile), { ms: VAULT_MS }, () => null);
  return stored?.ok === true ? stored.value : NONE;
}
