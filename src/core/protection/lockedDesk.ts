import type { DeskEvent } from '#shared/contract/events.ts';
import { CONTRACT } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { settingsOnDisk } from '../desk/settings.ts';
import { createPace } from '../people/supervisorCode.ts';
import { type CorePorts, DESK, type Reply, type Services } from '../ports.ts';
import type { LockedLogError } from './openProtection.ts';
import { CODE_FAILURES } from './protecting.ts';
import { type UnlockFault, unlock, unlockByCode } from './protection.ts';

type LockedPorts = Pick<
  CorePorts,
  'dataDir' | 'keychains' | 'systemLanguage' | 'osAccount' | 'monotonicMs'
>;
type Listener = (event: DeskEvent) => void;

/**
 * A desk whose log is protected, while the keychain does not give its key. It answers what a page needs to say so and to take the
 * Log code; everything else is `log_locked`. With the key it opens the desk itself, and from then on hands everything to it, so that
 * hosts and pages keep the services that they have.
 */
export function lockedDesk(
  ports: LockedPorts,
  { fault }: LockedLogError,
  openServices: () => Promise<Services>,
): Services {
  let desk: Services | null = null;
  let opening: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const unlocking = createUnlocking(ports, fault);
  const listening = createListening();

  async function open(code: string | null): Promise<Reply> {
    if (desk !== null) return desk.dispatch(DESK, 'protection.unlock', { code });
    const key = await unlocking.by(code);
    if (!key.ok) return key;
    if (isClosed) return err(failure('internal', 'the desk is closing'));
    desk = await openServices();
    await listening.moveTo(desk);
    return key;
  }

  /** One at a time: another page may have opened the desk meanwhile. What keeps it from opening is told, and can be tried again. */
  function tryCode(input: unknown): Promise<Reply> {
    const asked = CONTRACT['protection.unlock'].input.safeParse(input);
    if (!asked.success) return Promise.resolve(err(failure('invalid_input')));
    const trying = opening
      .then(() => open(asked.data.code))
      .catch((error: unknown) =>
        err(failure('internal', error instanceof Error ? error.message : String(error))),
      );
    opening = trying;
    return trying;
  }

  return {
    ...handedOn(() => desk),
    async dispatch(caller, name, input) {
      if (desk !== null) return desk.dispatch(caller, name, input);
      switch (name) {
        case 'protection.unlock':
          return tryCode(input);
        case 'protection.state':
          return ok({ state: 'on', isRunning: false, isUnfinished: false });
        case 'settings.get':
          return ok(settingsOnDisk(ports));
        default:
          return err(failure('log_locked', unlocking.fault()));
      }
    },
    onEvent: (listener) => listening.add(listener),
    async close() {
      isClosed = true;
      await opening;
      await desk?.close();
    },
  };
}

/** What a locked desk has nothing to do for. */
function handedOn(desk: () => Services | null): Omit<Services, 'dispatch' | 'onEvent' | 'close'> {
  return {
    mayHear: (caller, event) => desk()?.mayHear(caller, event) ?? false,
    machineSlept: () => desk()?.machineSlept(),
    setLocked: (isLocked) => desk()?.setLocked(isLocked),
    show: (...asked) => desk()?.show(...asked),
    note: (...said) => desk()?.note(...said),
    warmUp: () => desk()?.warmUp(),
    noted: async () => desk()?.noted(),
    stillOpen: () => desk()?.stillOpen() ?? [],
  };
}

/** Listeners of a desk that is not open yet. */
function createListening() {
  let desk: Services | null = null;
  const listeners = new Map<Listener, () => void>();
  return {
    add(listener: Listener): () => void {
      listeners.set(listener, desk?.onEvent(listener) ?? (() => undefined));
      return () => {
        listeners.get(listener)?.();
        listeners.delete(listener);
      };
    },
    async moveTo(opened: Services): Promise<void> {
      desk = opened;
      for (const listener of listeners.keys()) listeners.set(listener, opened.onEvent(listener));
      await tellHealth(opened, [...listeners.keys()]);
    },
  };
}

/** Hosts asked the locked desk for figures of its log and got none: with this they ask again. */
async function tellHealth({ dispatch }: Services, listeners: readonly Listener[]): Promise<void> {
  const reply = await dispatch(DESK, 'log.health', {});
  if (!reply.ok) return;
  const health = CONTRACT['log.health'].output.parse(reply.value);
  for (const listener of listeners) listener({ name: 'health.changed', health });
}

/** The key, by the Log code or, with `null`, by the keychain, which may be unlocked by now. Guessing is slowed as with PINs. */
function createUnlocking(ports: LockedPorts, first: UnlockFault) {
  const { dataDir, keychains, monotonicMs = () => performance.now() } = ports;
  const dir = { dataDir, keychain: keychains.keyring };
  const pace = createPace(monotonicMs);
  let fault = first;
  return {
    fault: () => fault,
    async by(code: string | null): Promise<Result<{ readonly isKept: boolean }, Failure>> {
      if (code === null) {
        const found = await unlock(dir);
        if (found.ok) return ok({ isKept: true });
        fault = found.error;
        return err(failure('log_locked', fault));
      }
      const waitS = pace.waitS();
      if (waitS > 0) return err(failure('pin_wait', String(waitS)));
      const opened = await unlockByCode(dir, code);
      if (opened.ok) return opened;
      if (opened.error === 'another_code') pace.failed();
      return err(failure(CODE_FAILURES[opened.error]));
    },
  };
}
