import type { QueryClient } from '@tanstack/react-query';

import type { Transport } from '#shared/contract/client.ts';
import type { OperationOutput, OperationName } from '#shared/contract/operations.ts';
import type { Session } from '#shared/domain/people.ts';

import { isReply } from './envelope.ts';
import { KEYS } from './keys.ts';
import { keepTypedBy } from './typedStorage.ts';

/** What the first screen cannot be drawn without. */
export type FirstAnswers = {
  readonly info: OperationOutput<'app.info'>;
  readonly settings: OperationOutput<'settings.get'>;
  readonly session: OperationOutput<'people.session'>;
  readonly protection: OperationOutput<'protection.state'>;
  /** Null where no person is signed in: the sign-in screen needs none. */
  readonly profiles: OperationOutput<'profile.list'> | null;
  /** Null when this host does not know. */
  readonly lock: OperationOutput<'desk.lock'> | null;
};

/** All at once, while the app's code is still on its way. Null on failure: the app asks again and shows what is wrong. */
export async function askFirst(
  invoke: Transport['invoke'],
  { knowsLock }: { readonly knowsLock: boolean },
): Promise<FirstAnswers | null> {
  const ask = async <N extends OperationName>(name: N): Promise<OperationOutput<N> | null> => {
    const reply = await invoke(name, {});
    return isReply(name, reply) && reply.ok ? reply.value : null;
  };
  try {
    const [info, settings, session, protection, profiles, lock] = await Promise.all([
      ask('app.info'),
      ask('settings.get'),
      ask('people.session'),
      ask('protection.state'),
      ask('profile.list'),
      knowsLock ? ask('desk.lock') : null,
    ]);
    if (info === null || settings === null || session === null || protection === null) return null;
    return profiles === null && !isSignedOut(session)
      ? null
      : { info, settings, session, protection, profiles, lock };
  } catch {
    return null;
  }
}

/** The desk has people, and none of them is signed in at this page. */
export function isSignedOut({ hasPeople, person }: Session): boolean {
  return hasPeople && person === null;
}

export function keepFirst(cache: QueryClient, first: FirstAnswers): void {
  const { info, settings, session, protection, profiles, lock } = first;
  cache.setQueryData(KEYS.info, info);
  cache.setQueryData(KEYS.settings, settings);
  cache.setQueryData(KEYS.session, session);
  // Before anything is drawn: what was typed must not be read from, or kept in, the wrong place.
  keepTypedBy(protection);
  cache.setQueryData(KEYS.protection, protection);
  if (profiles !== null) cache.setQueryData(KEYS.profiles, profiles);
  if (lock !== null) cache.setQueryData(KEYS.lock, lock);
}
