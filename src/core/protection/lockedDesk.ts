import type { DeskEvent } from '#shared/contract/events.ts';
import { CONTRACT, type OperationInput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { settingsOnDisk } from '../desk/settings.ts';
import { errorFacts } from '../journal/errorFacts.ts';
import { createPace } from '../people/supervisorCode.ts';
import { type CorePorts, DESK, type Reply, type Services } from '../ports.ts';
import { CODE_FAILURES } from './protecting.ts';
import { type UnlockFault, protectReplaced, unlock, unlockByCode } from './protection.ts';

type LockedPorts = Pick<
  CorePorts,
  'dataDir' | 'keychains' | 'systemLanguage' | 'osAccount' | 'monotonicMs'
>;
type Listener = (event: DeskEvent) => void;
type Asked = OperationInput<'protection.unlock'>;

/**
 * A desk that may have no key. Without one it answers what a page needs to say so and to take the Log code; everything else is
 * `log_locked`. With the key it opens the desk itself, and from then on hands everything to it, so that hosts and pages keep the
 * services that they have. `first`: the open desk, or why there is none.
 */
export function lockableDesk(
  ports: LockedPorts,
  first: Services | UnlockFault,
  openServices: () => Promise<Services>,
): { readonly services: Services; readonly lock: () => Promise<void> } {
  let desk = typeof first === 'string' ? null : first;
  let opening: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const unlocking = createUnlocking(ports, typeof first === 'string' ? first : 'plain_log');
  const listening = createListening(desk);

  async function open(asked: Asked): Promise<Reply> {
    if (desk !== null) return desk.dispatch(DESK, 'protection.unlock', asked);
    const key = await unlocking.by(asked);
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
      .then(() => open(asked.data))
      .catch((error: unknown) =>
        err(failure('internal', error instanceof Error ? error.message : String(error))),
      );
    opening = trying;
    return trying;
  }

  /** The open log turned out to have been put in the place of a protected one: nothing more is read from it or written to it. */
  async function lock(): Promise<void> {
    const closing = desk;
    desk = null;
    // Before pages are told: one that fails to listen must not keep the log open.
    if (closing !== null) opening = opening.then(() => closed(closing));
    listening.stop();
    await opening;
  }

  const services: Services = {
    ...handedOn(() => desk),
    async dispatch(caller, name, input) {
      if (desk !== null) return desk.dispatch(caller, name, input);
      return name === 'protection.unlock' ? tryCode(input) : whileLocked(name, ports, unlocking);
    },
    onEvent: (listener) => listening.add(listener),
    async close() {
      isClosed = true;
      await opening;
      await desk?.close();
    },
  };
  return { services, lock };
}

/** What does not close is in the log file; the page opens the protected log all the same, or says why it cannot. */
async function closed({ close, note, noted }: Services): Promise<void> {
  try {
    await close();
  } catch (error) {
    note('host_failed', { what: 'lock', ...errorFacts(error) });
  }
  await noted();
}

function whileLocked(
  name: string,
  ports: LockedPorts,
  { fault }: { readonly fault: () => UnlockFault },
): Reply {
  switch (name) {
    case 'protection.state':
      return ok({ state: 'on', isRunning: false, isUnfinished: false });
    case 'settings.get':
      return ok(settingsOnDisk(ports));
    default:
      return err(failure('log_locked', fault()));
  }
}

/** What a locked desk has nothing to do for. */
function handedOn(desk: () => Services | null): Omit<Services, 'dispatch' | 'onEvent' | 'close'> {
  return {
    mayHear: (caller, event) => desk()?.mayHear(caller, event) ?? event.name === 'people.changed',
    machineSlept: () => desk()?.machineSlept(),
    setLocked: (isLocked) => desk()?.setLocked(isLocked),
    show: (...asked) => desk()?.show(...asked),
    note: (...said) => desk()?.note(...said),
    warmUp: () => desk()?.warmUp(),
    noted: async () => desk()?.noted(),
    stillOpen: () => desk()?.stillOpen() ?? [],
  };
}

/** Listeners of a desk that is not open yet, or no longer. */
function createListening(first: Services | null) {
  let desk = first;
  const listeners = new Map<Listener, () => void>();
  return {
    add(listener: Listener): () => void {
      listeners.set(listener, desk?.onEvent(listener) ?? (() => undefined));
      return () => {
        listeners.get(listener)?.();
        listeners.delete(listener);
      };
    },
    /** Pages ask again who is at the desk, and learn that it is locked. */
    stop(): void {
      desk = null;
      for (const [listener, unlisten] of listeners) {
        unlisten();
        listeners.set(listener, () => undefined);
        listener({ name: 'people.changed' });
      }
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
    async by({
      code,
      isPlainMeant,
    }: Asked): Promise<Result<{ readonly isKept: boolean }, Failure>> {
      if (isPlainMeant === true && fault === 'plain_log') {
        const done = await protectReplaced(dir);
        if (!done.ok) return err(failure('log_locked', done.error));
      }
      if (code === null) {
        const found = await unlock(dir);
        if (found.ok && typeof found.value === 'string') return ok({ isKept: true });
        if (!found.ok) fault = found.error;
        return err(failure('log_locked', fault));
      }
      const waitS = pace.waitS();
      if (waitS > 0) return err(failure('pin_wait', String(waitS)));
      const opened = await unlockByCode(dir, code);
      if (opened.ok) return opened;
      if (opened.error === 'plain_log') {
        fault = opened.error;
        return err(failure('log_locked', fault));
      }
      if (opened.error === 'another_code') pace.failed();
      return err(failure(CODE_FAILURES[opened.error]));
    },
  };
}
