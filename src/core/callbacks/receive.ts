import { setTimeout as sleep } from 'node:timers/promises';

import type { RawCallback } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { LogPort } from '../log/port.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Redactor } from '../redact.ts';
import type { Secrets } from '../vault/secrets.ts';
import type { Taken } from './listener.ts';
import { readCallback } from './read.ts';
import { type TellDeps, tellOfCallback } from './tell.ts';
import { verdictOf } from './verify.ts';

export type ReceiveDeps = TellDeps & {
  readonly profiles: Profiles;
  readonly secrets: Pick<Secrets, 'read'>;
  readonly log: Pick<LogPort, 'recordCallback'>;
  readonly redactor: Redactor;
};

export type ReceiveCallback = (profileId: ProfileId, raw: RawCallback) => Promise<Taken>;

/** A keychain may be waiting for a person; the provider does not wait for one. */
const VAULT_MS = 3000;

/** Reads, checks, records, and only when it is durable says so. It is kept whatever it says: also forged, also unreadable. */
export function createReceiveCallback(deps: ReceiveDeps): ReceiveCallback {
  const { profiles, log, redactor } = deps;
  return async (profileId, raw) => {
    const found = profiles.find(profileId);
    if (!found.ok) return { kind: 'retry' };
    const { merchant, mode, dialect } = found.value;
    const { reading, fields } = readCallback(raw, dialect.callback);
    const { signature, acknowledgement } = dialect.callback;
    const secret = signature === null ? null : await secretOf(found.value, deps);
    const verdict = verdictOf(raw, fields, signature, secret);
    const arrival = { profileId, merchant, mode, raw, reading, verdict };
    const recorded = await log.recordCallback(redactor.deep(arrival));
    if (!recorded.ok) return { kind: 'retry' };
    tellOfCallback(deps, profileId, recorded.value);
    return { kind: 'kept', acknowledgement };
  };
}

async function secretOf(profile: Profile, { secrets }: ReceiveDeps): Promise<string | null> {
  const late = new AbortController();
  const read = secrets.read(profile);
  const gaveUp = sleep(VAULT_MS, null, { signal: late.signal }).catch(() => null);
  const stored = await Promise.race([read, gaveUp]);
  late.abort();
  return stored?.ok === true ? (stored.value?.signing ?? null) : null;
}
