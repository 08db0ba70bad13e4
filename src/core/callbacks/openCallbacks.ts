import type { EmbeddedSandbox } from '../ports.ts';
import { SANDBOX_PROFILE_ID } from '../profiles/sandboxProfile.ts';
import {
  type ListenerStore,
  type ListenerStoreDeps,
  createListenerStore,
} from './listenerStore.ts';
import { type Listeners, type ListenersDeps, createListeners } from './listeners.ts';
import { type ReceiveDeps, createReceiveCallback } from './receive.ts';
import { type ReplayCallback, type ReplayDeps, createReplayCallback } from './replay.ts';
import { type WaitingCallbacks, type WaitingDeps, createWaitingCallbacks } from './waiting.ts';

type CallbackDeps = Omit<ReceiveDeps, 'onWaiting' | 'onVerified'> &
  ReplayDeps &
  Omit<WaitingDeps, 'replayCallback'> &
  ListenerStoreDeps &
  Omit<ListenersDeps, 'store' | 'receive' | 'onAddress'> & {
    readonly sandbox: Pick<EmbeddedSandbox, 'setAccountUrl'>;
  };

type Callbacks = {
  readonly listeners: Listeners;
  readonly listenerStore: ListenerStore;
  readonly replayCallback: ReplayCallback;
  readonly waiting: WaitingCallbacks;
};

/** Opened before the desk answers anything: a provider may call back at once. */
export async function openCallbacks(deps: CallbackDeps): Promise<Callbacks> {
  const listenerStore = createListenerStore(deps);
  const replayCallback = createReplayCallback(deps);
  const waiting = createWaitingCallbacks({ ...deps, replayCallback });
  // A secret was stored, or the format put right.
  deps.events.onEvent((event) => {
    if (event.name === 'profile.changed') waiting.changed(event.profileId);
  });
  const receive = createReceiveCallback({
    ...deps,
    onWaiting: () => waiting.look('later'),
    onVerified: waiting.proven,
  });
  const listeners = createListeners({
    ...deps,
    store: listenerStore,
    receive,
    // The embedded sandbox's account has the desk's own address: it calls back about requests that name no address too.
    onAddress: (profileId, address) => {
      if (profileId === SANDBOX_PROFILE_ID) deps.sandbox.setAccountUrl(address);
    },
  });
  await listeners.start();
  waiting.look('later');
  return { listeners, listenerStore, replayCallback, waiting };
}
