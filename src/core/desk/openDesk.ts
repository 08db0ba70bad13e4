import { randomBytes, randomUUID } from 'node:crypto';
import os from 'node:os';
import process from 'node:process';

import type { Host, Updates } from '#shared/contract/host.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';
import type { Scenario } from '#shared/domain/scenario.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import { type Closer, closeInOrder } from './closeInOrder.ts';
import { createServices } from '../createServices.ts';
import { type DeskHeld, holdDataDir } from '../files/dataDir.ts';
import { machineHosts, thisMachine } from './machine.ts';
import { type LineBox, lineBoxOf } from '../protection/lineBox.ts';
import { hearLateNote } from '../protection/lateNote.ts';
import { lockableDesk } from '../protection/lockedDesk.ts';
import { LockedLogError } from '../protection/openProtection.ts';
import type {
  Chance,
  Clipboard,
  Clock,
  CorePorts,
  Keychains,
  ResolveProxy,
  Services,
} from '../ports.ts';

export type { DeskHeld } from '../files/dataDir.ts';

type OpenedSandbox = {
  readonly baseUrl: string;
  readonly merchant: string;
  readonly secret: string;
  readonly start: () => Promise<void>;
  readonly setAccountUrl: (url: string | null) => void;
  readonly arm: (orderId: string, scenario: Scenario) => Promise<void>;
  readonly statement: () => Promise<string>;
  /** Left out: it has nothing on the disk. */
  readonly rewrite?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type OpenDeskOptions = {
  readonly dataDir: string;
  readonly host: Host;
  readonly appVersion: string;
  readonly systemLanguage: string;
  readonly keychains: Keychains;
  readonly clipboard: Clipboard | null;
  readonly resolveProxy: ResolveProxy;
  readonly logWorkerUrl: URL;
  readonly startLogWorker?: CorePorts['startLogWorker'];
  readonly imports?: NonNullable<CorePorts['imports']>;
  readonly pinCost?: CorePorts['pinCost'];
  readonly monotonicMs?: CorePorts['monotonicMs'];
  readonly backupEveryMs?: number | null;
  readonly exportsDir: string;
  readonly chooseFolder?: NonNullable<CorePorts['chooseFolder']>;
  readonly showInFolder?: NonNullable<CorePorts['showInFolder']>;
  /** Where the host itself answers, as it is now (the browser host knows its port only once it listens); Electron's is nowhere. */
  readonly ownOrigins: () => readonly string[];
  /** Left out: off. */
  readonly updates?: Updates;
  /**
   * Handed in, because core knows no sandbox. It listens once core has it started. `boxOf`: how a file of it is written, which
   * depends on the protection of the log.
   */
  readonly openSandbox: (
    dataDir: string,
    boxOf: (file: string) => LineBox,
  ) => Promise<OpenedSandbox>;
};

const clock: Clock = { now: () => new Date() };
const chance: Chance = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };

/** What both hosts call: hold the data directory, open the sandbox, make the services. Closes in reverse. */
export async function openDesk(options: OpenDeskOptions): Promise<Result<Services, DeskHeld>> {
  const { dataDir, host } = options;
  const held = holdDataDir(dataDir, host.kind, clock.now());
  if (!held.ok) return held;
  // The hold is the last, and must not outlive the rest.
  const opened: Closer[] = [{ name: 'hold', close: held.value.release }];
  const closing = closeInOrder(() => opened);
  try {
    const sandbox = await options.openSandbox(dataDir, lineBoxOf);
    opened.unshift({ name: 'sandbox', close: sandbox.close });
    const ports: CorePorts = {
      dataDir,
      host,
      appVersion: options.appVersion,
      systemLanguage: options.systemLanguage,
      osAccount: osAccount(),
      sandbox: {
        baseUrl: sandbox.baseUrl,
        merchant: merchantIdSchema.parse(sandbox.merchant),
        secret: sandbox.secret,
        start: sandbox.start,
        setAccountUrl: sandbox.setAccountUrl,
        arm: sandbox.arm,
        statement: sandbox.statement,
        rewrite: sandbox.rewrite,
      },
      keychains: options.keychains,
      clipboard: options.clipboard,
      environment: process.env,
      resolveProxy: options.resolveProxy,
      logWorkerUrl: options.logWorkerUrl,
      startLogWorker: options.startLogWorker,
      pinCost: options.pinCost,
      monotonicMs: options.monotonicMs,
      ...(options.imports === undefined ? {} : { imports: options.imports }),
      ...(options.backupEveryMs === undefined ? {} : { backupEveryMs: options.backupEveryMs }),
      exportsDir: options.exportsDir,
      ...(options.chooseFolder === undefined ? {} : { chooseFolder: options.chooseFolder }),
      ...(options.showInFolder === undefined ? {} : { showInFolder: options.showInFolder }),
      ownOrigins: options.ownOrigins,
      ownHosts: machineHosts,
      machine: thisMachine,
      updates: options.updates ?? { state: 'off' },
      clock,
      chance,
    };
    const services = await createOrLocked(ports);
    const { close, stillOpen } = services;
    opened.unshift({ name: 'services', close, stillOpen });
    return ok({ ...services, ...closing });
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/**
 * A protected log whose key is not at hand still opens a page: it takes the Log code, or says that the log was replaced. So does a
 * desk that learns later that its log was.
 */
async function createOrLocked(ports: CorePorts): Promise<Services> {
  const { keychains, onUnsure, replaced, askAgain, stop } = hearLateNote(ports.keychains);
  const first = await createServices({ ...ports, keychains, onUnsure }).catch((error: unknown) => {
    if (error instanceof LockedLogError && error.hasPage) return error.fault;
    throw error;
  });
  const openAgain = (): Promise<Services> => createServices({ ...ports, isUnlocked: true });
  const { services, lock } = lockableDesk(ports, first, openAgain);
  void replaced.then(lock);
  return {
    ...services,
    machineSlept() {
      services.machineSlept();
      void askAgain();
    },
    setLocked(isLocked) {
      services.setLocked(isLocked);
      if (!isLocked) void askAgain();
    },
    async close() {
      stop();
      await services.close();
    },
  };
}

/** A container may run under an account that has no name. */
function osAccount(): string {
  try {
    return os.userInfo().username;
  } catch {
    return 'unknown';
  }
}
