import type { EmbeddedSandbox } from '../ports.ts';
import type { ProfileChoices } from '../profiles/choices.ts';
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
    readonly choices: Pick<ProfileChoices, 'isChosen'>;
  };

type Callbacks = {
  readonly listeners: Listeners;
  readonly listenerStore: ListenerStore;
  readonly replayCallback: ReplayCallback;
  readonly waiting: WaitingCallbacks;
  /** The Sandbox's listener, which no operator sets up. Never rejects. */
  readonly ensureSandboxListener: () => Promise<void>;
};

/** Opened before the desk answers anything: a provider may call back at once. */
export async function openCallbacks(deps: CallbackDeps): Promise<Callbacks> {
  const listenerStore = createListenerStore(deps);
  const replayCallback = createReplayCallback(deps);
  const waiting = createWaitingCallbacks({ ...deps, replayCallback });
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
  /** A listener that cannot be opened or saved keeps neither the desk from starting nor the Sandbox from being chosen. */
  const ensureSandboxListener = async (): Promise<void> => {
    try {
      const isChanged = await listeners.ensure(SANDBOX_PROFILE_ID);
      if (isChanged) deps.events.emit({ name: 'listener.changed', profileId: SANDBOX_PROFILE_ID });
    } catch (error) {
      deps.onBug(error);
    }
  };
  deps.events.onEvent((event) => {
    // A secret was stored, or the format put right.
    if (event.name === 'profile.changed') waiting.changed(event.profileId);
  });
  await listeners.start();
  if (deps.choices.isChosen(SANDBOX_PROFILE_ID)) await ensureSandboxListener();
  waiting.look('later');
  return { listeners, listenerStore, replayCallback, waiting, ensureSandboxListener };
}
