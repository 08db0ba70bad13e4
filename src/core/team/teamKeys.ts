import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Redactor } from '../journal/redact.ts';
import type { Keychains } from '../ports.ts';
import { vaultFailure } from '../vault/vaultFailure.ts';
import { type TeamKey, newTeamKey, privatePem, publicKeyText } from './signing.ts';

export type TeamKeys = {
  /** Null: the person has none at this desk. */
  readonly read: (teamId: string, personId: string) => Promise<Result<TeamKey | null, Failure>>;
  /** The one that is there, or a new one. */
  readonly make: (teamId: string, personId: string) => Promise<Result<TeamKey, Failure>>;
};

/** The keys by which people of this desk sign, in the keychain of its OS account. Always by the same library. */
export function createTeamKeys(keychains: Keychains, redactor: Redactor): TeamKeys {
  const vault = keychains.keyring;
  const accountOf = (teamId: string, personId: string): string => `team-key:${teamId}:${personId}`;
  const read: TeamKeys['read'] = async (teamId, personId) => {
    const account = accountOf(teamId, personId);
    const stored = await vault.read(account);
    if (!stored.ok) return err(vaultFailure(stored.error));
    if (stored.value === null) return ok(null);
    redactor.learn(account, [stored.value]);
    const publicKey = publicKeyText(privatePem(stored.value));
    return publicKey === null
      ? err(failure('team_refused', 'key_unreadable'))
      : ok({ publicKey, privateKey: stored.value });
  };
  return {
    read,
    async make(teamId, personId) {
      const before = await read(teamId, personId);
      if (!before.ok) return before;
      if (before.value !== null) return ok(before.value);
      const key = newTeamKey();
      const account = accountOf(teamId, personId);
      redactor.learn(account, [key.privateKey]);
      const written = await vault.write(account, key.privateKey);
      return written.ok ? ok(key) : err(vaultFailure(written.error));
    },
  };
}
