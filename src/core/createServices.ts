import type { OperationOutput } from '#shared/contract/operations.ts';

import {
  type ListenerStore,
  type ListenerStoreDeps,
  createListenerStore,
} from './callbacks/listenerStore.ts';
import { type Listeners, type ListenersDeps, createListeners } from './callbacks/listeners.ts';
import { type ReceiveDeps, createReceiveCallback } from './callbacks/receive.ts';
import { type ReplayCallback, type ReplayDeps, createReplayCallback } from './callbacks/replay.ts';
import {
  type WaitingCallbacks,
  type WaitingDeps,
  createWaitingCallbacks,
} from './callbacks/waiting.ts';
import { createCalls } from './desk/calls.ts';
import { closeInOrder } from './desk/closeInOrder.ts';
import { closersOf } from './desk/closers.ts';
import { type DeskEvents, createDeskEvents } from './desk/deskEvents.ts';
import { type DeskHealth, createDeskHealth } from './desk/deskHealth.ts';
import { openIssuing } from './issuing/openIssuing.ts';
import { recoverInterrupted } from './issuing/recoverInterrupted.ts';
import { type Settler, createSettler } from './issuing/settle.ts';
import { createDispatch } from './dispatch.ts';
import { createExports } from './exports/exports.ts';
import { createExportFolder } from './exports/folder.ts';
import { createHandlers } from './handlers.ts';
import { type JsonFiles, createJsonFiles } from './files/jsonFile.ts';
import type { Journal } from './journal/journalFile.ts';
import { openJournal } from './journal/openJournal.ts';
import { watchDesk } from './journal/watchDesk.ts';
import { openKept } from './issuing/openKept.ts';
import { createLimitsService } from './limits/service.ts';
import { openLog } from './log/openLog.ts';
import { openShell } from './desk/openShell.ts';
import type { CorePorts, Services } from './ports.ts';
import { type Profiles, createProfiles } from './profiles/profiles.ts';
import { SANDBOX_PROFILE_ID } from './profiles/sandboxProfile.ts';
import { createSuggestOrder } from './issuing/suggestOrder.ts';
import { createConnect } from './provider/connect.ts';
import { createTrust } from './provider/trust.ts';
import { type Redactor, createRedactor } from './journal/redact.ts';
import { startWhenActive, startingSandbox } from './issuing/sandboxUse.ts';
import { type SettingsStore, createSettings } from './desk/settings.ts';
import { createAnchorKey } from './vault/anchorKey.ts';
import { createSecretPlaces } from './vault/secretPlaces.ts';
import { type Secrets, createSecrets } from './vault/secrets.ts';
import { type Views, createViews } from './search/views/views.ts';

/** For connecting and for answering, each. */
const LIMITS_TIMEOUT_MS = 5000;
/** An outcome that could not be written is tried again this often, and before anything new is issued. */
const RETRY_W3_MS = 3000;
const BACKUP_EVERY_MS = 15 * 60_000;
/** The window is there first. */
const INDEX_AFTER_MS = 2000;

/** The composition root: ports in, services out, in the order in which they need each other. */
export async function createServices(ports: CorePorts): Promise<Services> {
  const { dataDir, host, clock, chance, osAccount } = ports;
  const redactor = createRedactor();
  const { journal, report, onBug, onAsked, noted } = openJournal(ports, redactor);
  const userAgent = `DepositDesk/${ports.appVersion}`;

  const setUp = await readSetUp(ports, redactor, report);
  const { files, profiles, settings, secrets } = setUp;

  const events = createDeskEvents(onBug);
  const { health, settler, log } = await openWatchedLog(ports, redactor, events, journal);
  const trust = createTrust();
  const connect = startingSandbox(createConnect(ports, trust), ports.sandbox);
  startWhenActive(ports.sandbox, events, onBug);
  const shared = { log, connect, secrets, redactor, events, userAgent, clock, chance, onBug };
  const limits = createLimitsService({ ...shared, onAsked, timeoutMs: LIMITS_TIMEOUT_MS });
  const closing = new AbortController();
  const { findInUse } = profiles;
  const issuing = openIssuing({ ...shared, host, profiles, limits, settler });
  const callbacks = await openCallbacks({ ...shared, dataDir, files, profiles, settler }, ports);
  const shell = openShell({ ...ports, ...setUp, ...callbacks, events });
  const written = watchDesk({ events, profiles, clock, journal });
  const exportFolder = createExportFolder({ ...ports, settings, stop: closing.signal });
  const onThreadLate = () => noteLateThread(journal, 'exporter');
  const exports = createExports({ ...shared, ...ports, exportFolder, onThreadLate });
  const handlers = createHandlers({
    ...ports,
    ...shared,
    info: infoOf(ports, files),
    ...shell,
    journal,
    operator: () => ({ account: osAccount, name: settings.get().operatorName }),
    ...setUp,
    ...openKept({ ...shared, dataDir, files, findInUse }),
    suggestOrder: createSuggestOrder(shared),
    proxySources: ports,
    stop: closing.signal,
    limits,
    health,
    settler,
    ...issuing,
    ...callbacks,
    exports,
    exportFolder,
  });
  const dispatch = noted(createDispatch(handlers, redactor.text, onBug));
  const calls = createCalls((name, input) => redactor.during(() => dispatch(name, input)));

  const others = { calls, closing, limits, exports, settler, log, written };
  return {
    dispatch: calls.dispatch,
    onEvent: events.onEvent,
    machineSlept: issuing.machineSlept,
    setLocked: shell.setLocked,
    show: shell.show,
    note: journal.write,
    warmUp: trust.warmUp,
    noted: journal.close,
    ...closeInOrder(() => closersOf({ ...callbacks, ...issuing, ...others })),
  };
}

type SetUp = {
  readonly files: JsonFiles;
  readonly profiles: Profiles;
  readonly settings: SettingsStore;
  readonly secrets: Secrets;
  readonly views: Views;
};

async function readSetUp(
  ports: CorePorts,
  redactor: Redactor,
  report: (line: string) => void,
): Promise<SetUp> {
  const { dataDir, clock } = ports;
  const files = createJsonFiles(clock.now(), report);
  const profiles = createProfiles({ ...ports, files });
  const settings = createSettings({ ...ports, profiles, files });
  const secrets = createSecrets({
    keychains: ports.keychains,
    library: () => settings.get().keychainLibrary,
    places: createSecretPlaces(dataDir, files),
    redactor,
    clock,
  });
  await secrets.write(profiles.sandbox, { kind: 'signing' }, ports.sandbox.secret, 'run');
  if (settings.get().activeProfileId === SANDBOX_PROFILE_ID) await ports.sandbox.start();
  return { files, profiles, settings, secrets, views: createViews({ dataDir, files }) };
}

/** The embedded sandbox's account has the desk's own address, so that requests that name none are called back about too. */
function accountOf({ sandbox }: CorePorts): ListenersDeps['onAddress'] {
  return (profileId, address) => {
    if (profileId === SANDBOX_PROFILE_ID) sandbox.setAccountUrl(address);
  };
}

type CallbackDeps = Omit<ReceiveDeps, 'onWaiting' | 'onVerified'> &
  ReplayDeps &
  Omit<WaitingDeps, 'replayCallback'> &
  ListenerStoreDeps &
  Omit<ListenersDeps, 'store' | 'receive' | 'onAddress'>;

type Callbacks = {
  readonly listeners: Listeners;
  readonly listenerStore: ListenerStore;
  readonly replayCallback: ReplayCallback;
  readonly waiting: WaitingCallbacks;
};

/** Before anybody can ask: a provider may call back at once. */
async function openCallbacks(deps: CallbackDeps, ports: CorePorts): Promise<Callbacks> {
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
    onAddress: accountOf(ports),
  });
  await listeners.start();
  waiting.look('later');
  return { listeners, listenerStore, replayCallback, waiting };
}

type WatchedLog = {
  readonly log: DeskHealth['watched'];
  readonly health: DeskHealth;
  readonly settler: Settler;
};

/** The log opens whatever its state, and says which; what a crash interrupted is classified before anybody can ask. */
async function openWatchedLog(
  ports: CorePorts,
  redactor: Redactor,
  events: DeskEvents,
  journal: Pick<Journal, 'write'>,
): Promise<WatchedLog> {
  const { dataDir, clock, keychains, backupEveryMs = BACKUP_EVERY_MS } = ports;
  const opened = await openLog({
    dataDir,
    workerUrl: ports.logWorkerUrl,
    startWorker: ports.startLogWorker,
    clock,
    // Always by the same library: the commands that verify and restore know no settings.
    anchorKey: createAnchorKey(keychains.keyring, redactor),
    onHealth: () => health.look(),
    onIndex: (index) => events.emit({ name: 'index.changed', index }),
    onBackup: (running) => events.emit({ name: 'backup.changed', running }),
    onThreadLate: (role) => noteLateThread(journal, role),
    onOpenedLater: () => recoverInterrupted(log, settler),
    indexAfterMs: INDEX_AFTER_MS,
    backupEveryMs,
  });
  const health = createDeskHealth({ log: opened, events });
  const log = health.watched;
  const settler = createSettler({
    log,
    events,
    clock,
    retryEveryMs: RETRY_W3_MS,
    onHeld: health.holds,
  });
  try {
    await recoverInterrupted(log, settler);
  } catch (error) {
    await log.close();
    throw error;
  }
  return { log, health, settler };
}

function noteLateThread(journal: Pick<Journal, 'write'>, role: string): void {
  journal.write('thread_not_ended', { thread: `log ${role}` });
}

function infoOf(ports: CorePorts, files: JsonFiles): OperationOutput<'app.info'> {
  const { appVersion: version, host, dataDir, updates } = ports;
  return { version, host, dataDir, updates, setAside: files.setAside() };
}
