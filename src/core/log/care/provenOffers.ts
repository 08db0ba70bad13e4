import type { Backup, EventRange, LogHealth } from '#shared/domain/logHealth.ts';

import { readBackupWith } from './backups.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readOwnEvents } from './ownEvents.ts';
import type { LogPaths } from '../store/paths.ts';
import { provenUpTo, unprovenAfter, vouchersOf } from './proof.ts';
import type { KeyInHand } from './stamping.ts';

/** Once the keychain has answered: what it can vouch for of each log that a damaged one is offered to be replaced with. */
export function withProof(health: LogHealth, paths: LogPaths, key: KeyInHand): LogHealth {
  if (health.state !== 'damaged' || key.state === 'not_yet') return health;
  const { newestBackup: backup, own } = health;
  if (backup === null && own === undefined) return health;
  const vouchers = vouchersOf(paths);
  const upTo = (events: EventStore, headSeq: number): number => {
    // No key has ever stamped it.
    if (key.state !== 'key' && events.newest('epoch', headSeq) === null) return headSeq;
    return provenUpTo(events, headSeq, vouchers, key) ?? 0;
  };
  const unprovenOf = ({ name, kind, headSeq }: Backup): { readonly unproven?: EventRange } => {
    const work = (events: EventStore): number => upTo(events, headSeq);
    const proven =
      kind === 'own' ? readOwnEvents(paths, work) : readBackupWith(paths.backups, name, work);
    const unproven = unprovenAfter(proven, headSeq);
    return unproven === null ? {} : { unproven };
  };
  return {
    ...health,
    ...(backup === null ? {} : unprovenOf(backup)),
    ...(own === undefined ? {} : { own: { ...own, ...unprovenOf(own.offer) } }),
  };
}
