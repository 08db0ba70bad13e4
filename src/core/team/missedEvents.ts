import type { KeychainLibrary } from '#shared/domain/settings.ts';
import type { TeamTail } from '#shared/domain/team.ts';

import type { JsonFiles } from '../files/jsonFile.ts';
import type { Redactor } from '../journal/redact.ts';
import type { LogEnd } from '../log/care/restorable.ts';
import type { CorePorts } from '../ports.ts';
import { within } from '../within.ts';
import type { TeamAddress } from './connect.ts';
import { addressOf } from './member.ts';
import { createMembershipFile, createTeamSecrets } from './membership.ts';
import { askOnce } from './replicator.ts';
import type { AnchorKey } from '../log/care/logKey.ts';

/** A keychain that waits for a person does not hold up the start for longer. */
const PASSWORD_PATIENCE_MS = 2000;

type TailDeps = Pick<CorePorts, 'dataDir' | 'logWorkerUrl' | 'keychains'> & {
  readonly files: JsonFiles;
  readonly redactor: Redactor;
};

/** What restores ask before a backup is put in the log's place: see `FileHolder`. */
export function createTailFetcher(
  deps: TailDeps,
): (after: () => Promise<LogEnd | null>) => Promise<TeamTail> {
  return async (after) => {
    const address = await addressIn(deps);
    const end = address === null ? null : await after();
    if (address === null || end === null) return { kind: 'none' };
    return orBroken(askOnce(deps, 'fetchTail', address, end));
  };
}

type CatchUpDeps = TailDeps &
  Pick<CorePorts, 'clock' | 'osAccount'> & { readonly anchorKey: AnchorKey };

/**
 * Before the log is opened, and so before anything is appended to it: a data directory that came from a backup is behind its own
 * chain at the server, and one more event of its own would make it another branch.
 */
export async function catchUpWithTeam(deps: CatchUpDeps): Promise<TeamTail> {
  const { clock, osAccount, anchorKey } = deps;
  const address = await addressIn(deps);
  if (address === null) return { kind: 'none' };
  const stored = await anchorKey.read();
  const key =
    stored.ok && stored.value !== null
      ? ({ state: 'key', key: stored.value } as const)
      : ({ state: 'not_yet' } as const);
  const operator = { account: osAccount, name: 'team' };
  const by = { at: clock.now().toISOString(), operator, key };
  return orBroken(askOnce(deps, 'catchUp', address, by));
}

/** A server that answers with more than a thread can hold ends the thread, and neither the start nor the restore. */
async function orBroken(asked: Promise<TeamTail>): Promise<TeamTail> {
  return asked.catch(() => ({ kind: 'broken' }));
}

/** Null: the desk has no team, or the keychain does not give its password. */
async function addressIn(deps: TailDeps): Promise<TeamAddress | null> {
  const membership = createMembershipFile(deps).read();
  if (membership === null) return null;
  const { keychains, redactor } = deps;
  const library: KeychainLibrary = membership.library;
  const read = createTeamSecrets(keychains, redactor).read(library, membership);
  const stored = await within(read, { ms: PASSWORD_PATIENCE_MS }, () => null);
  if (stored === null || !stored.ok || stored.value === null) return null;
  return addressOf(membership, stored.value.password);
}
