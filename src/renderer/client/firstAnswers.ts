import type { QueryClient } from '@tanstack/react-query';

import type { Transport } from '#shared/contract/client.ts';
import type { OperationName } from '#shared/contract/names.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';

import { isReply } from './envelope.ts';
import { KEYS } from './keys.ts';

/** What the first screen cannot be drawn without. */
export type FirstAnswers = {
  readonly info: OperationOutput<'app.info'>;
  readonly settings: OperationOutput<'settings.get'>;
  readonly profiles: OperationOutput<'profile.list'>;
};

/** All at once, while the app's code is still on its way. Null: the app asks again by itself and says what is wrong. */
export async function askFirst(invoke: Transport['invoke']): Promise<FirstAnswers | null> {
  const ask = async <N extends OperationName>(name: N): Promise<OperationOutput<N> | null> => {
    const reply = await invoke(name, {});
    return isReply(name, reply) && reply.ok ? reply.value : null;
  };
  try {
    const [info, settings, profiles] = await Promise.all([
      ask('app.info'),
      ask('settings.get'),
      ask('profile.list'),
    ]);
    return info === null || settings === null || profiles === null
      ? null
      : { info, settings, profiles };
  } catch {
    return null;
  }
}

export function keepFirst(cache: QueryClient, { info, settings, profiles }: FirstAnswers): void {
  cache.setQueryData(KEYS.info, info);
  cache.setQueryData(KEYS.settings, settings);
  cache.setQueryData(KEYS.profiles, profiles);
}
