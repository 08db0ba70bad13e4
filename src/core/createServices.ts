import type { OperationOutput } from '#shared/contract/operations.ts';

import { createBatches } from './batch/batches.ts';
import { type BatchOperationDeps, batchOperations } from './batch/operations.ts';
import { type CallbacksOperationDeps, callbacksOperations } from './callbacks/operations.ts';
import { openCallbacks } from './callbacks/openCallbacks.ts';
import { closeInOrder } from './desk/closeInOrder.ts';
import { closersOf } from './desk/closers.ts';
import { type DeskEvents, createDeskEvents } from './desk/deskEvents.ts';
import { createDeskHealth } from './desk/deskHealth.ts';
import { type DeskOperationDeps, deskOperations } from './desk/operations.ts';
import { type IssuingOperationDeps, issuingOperations } from './issuing/operations.ts';
import { openPeopleAndEyes } from './eyes/openPeopleAndEyes.ts';
import { type EyesOperationDeps, eyesOperations } from './eyes/operations.ts';
import { openIssuing } from './issuing/openIssuing.ts';
import { recoverInterrupted } from './issuing/recoverInterrupted.ts';
import { createSettler } from './issuing/settle.ts';
import { type Operations, createCalls, createDispatch } from './dispatch.ts';
import { type ExportsOperationDeps, exportsOperations } from './exports/operations.ts';
import { type FormatOperationDeps, formatOperations } from './format/operations.ts';
import { type HandOverOperationDeps, handOverOperations } from './handOver/operations.ts';
import { type JsonFiles, createJsonFiles } from './files/jsonFile.ts';
import { openFiles } from './files/openFiles.ts';
import type { Journal } from './journal/journalFile.ts';
import { noteLateThread, openJournal } from './journal/openJournal.ts';
import { watchDesk } from './journal/watchDesk.ts';
import { openKept } from './issuing/openKept.ts';
import { type ImportOperationDeps, importOperations } from './importing/operations.ts';
import { createLimitsService } from './limits/service.ts';
import { calledOperations } from './log/calledOperations.ts';
import { type LogOperationDeps, logOperations } from './log/operations.ts';
import { openLog } from './log/openLog.ts';
import { tellErased } from './log/tellErased.ts';
import { type MessagesOperationDeps, messagesOperations } from './messages/operations.ts';
import { type ActivityOperationDeps, activityOperations } from './people/activity.ts';
import { type ChangesDeps, recordChanges } from './people/recordChanges.ts';
import { type PeopleOperationDeps, peopleOperations } from './people/operations.ts';
import { createSignIn } from './people/signIn.ts';
import { openShell } from './desk/openShell.ts';
import { type OverviewOperationDeps, overviewOperations } from './overview/operations.ts';
import type { CorePorts, Services } from './ports.ts';
import { type ProfilesOperationDeps, profilesOperations } from './profiles/operations.ts';
import { type ProfileChoices, createProfileChoices } from './profiles/choices.ts';
import { type Profiles, createProfiles } from './profiles/profiles.ts';
import { SANDBOX_PROFILE_ID } from './profiles/sandboxProfile.ts';
import { type ProtectionOperationDeps, protectionOperations } from './protection/operations.ts';
import { openProtection } from './protection/openProtection.ts';
import { createProtecting } from './protection/protecting.ts';
import { createSuggestOrder } from './issuing/suggestOrder.ts';
import { createConnect } from './provider/connect.ts';
import { createTrust } from './provider/trust.ts';
import { type Redactor, createRedactor } from './journal/redact.ts';
import { startingSandbox } from './issuing/sandboxUse.ts';
import { type SettingsStore, createSettings } from './desk/settings.ts';
import { type StatementOperationDeps, statementOperations } from './statements/operations.ts';
import { type SearchOperationDeps, searchOperations } from './search/operations.ts';
import { type TeamOperationDeps, teamOperations } from './team/operations.ts';
import { catchUpWithTeam } from './team/missedEvents.ts';
import { openTeamWithPapers } from './team/papers.ts';
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
  const { dataDir, host, clock, chance } = ports;
  const redactor = createRedactor();
  const { journal, report, onBug, onAsked, noted } = openJournal(ports, redactor);

  const { pausing, ...protection } = await openProtection({ ...ports, redactor, journal });
  const setUp = await readSetUp(ports, redactor, report);
  const { files, profiles, secrets } = setUp;

  const events = createDeskEvents(onBug);
  const { health, settler, log, missed } = await openWatchedLog(ports, setUp, events, journal);
  const trust = createTrust();
  const connect = startingSandbox(createConnect(ports, trust), ports.sandbox);
  const about = { userAgent: userAgentOf(ports), clock, chance, onBug, proxySources: ports };
  const { people, ...two } = await openPeopleAndEyes({ ...ports, ...setUp, log, events, onBug });
  const said = { log, health, journal, events, redactor, people, ...two, ...about };
  const team = openTeamWithPapers({ ...ports, ...setUp, ...said, missed });
  const shared = { ...said, team, ...team.issuing, connect, secrets };
  const limits = createLimitsService({ ...shared, onAsked, timeoutMs: LIMITS_TIMEOUT_MS });
  const closing = new AbortController();
  const issuing = openIssuing({ ...shared, trust, host, profiles, limits, settler });
  const callbacks = await openCallbacks({ ...ports, ...shared, ...setUp, settler });
  const shell = openShell({ ...ports, ...setUp, ...callbacks, events, people });
  const written = watchDesk({ events, profiles, journal });
  const inAndOut = openFiles({ ...ports, ...shared, ...setUp, ...callbacks, limits, closing });
  const imports = ports.imports ?? inAndOut.importer;
  const batches = createBatches({ ...shared, ...issuing, host, profiles, imports });
  const operations = operationsOf({
    ...ports,
    ...shared,
    info: infoOf(ports, files),
    ...shell,
    batches,
    protecting: createProtecting({ ...shared, ...issuing, ...inAndOut, ...protection }),
    signIn: createSignIn({ ...ports, ...shared }),
    ...setUp,
    ...openKept({ ...shared, dataDir, files, findInUse: profiles.findInUse }),
    suggestOrder: createSuggestOrder(shared),
    stop: closing.signal,
    limits,
    settler,
    ...issuing,
    ...callbacks,
    ...inAndOut,
  });
  const dispatch = noted(createDispatch(operations, people.admit, redactor.text, onBug));
  const calls = createCalls(pausing((...asked) => redactor.during(() => dispatch(...asked))));

  const others = { calls, closing, people, batches, limits, ...inAndOut, settler, log, written };
  return {
    dispatch: calls.dispatch,
    onEvent: events.onEvent,
    mayHear: people.mayHear,
    machineSlept: issuing.machineSlept,
    setLocked: shell.setLocked,
    show: shell.show,
    note: journal.write,
    warmUp: trust.warmUp,
    noted: journal.close,
    ...closeInOrder(() => closersOf({ ...callbacks, ...issuing, ...others, team })),
  };
}

type OperationDeps = IssuingOperationDeps &
  BatchOperationDeps &
  LogOperationDeps &
  SearchOperationDeps &
  CallbacksOperationDeps &
  ProfilesOperationDeps &
  FormatOperationDeps &
  MessagesOperationDeps &
  OverviewOperationDeps &
  HandOverOperationDeps &
  ExportsOperationDeps &
  ImportOperationDeps &
  StatementOperationDeps &
  ActivityOperationDeps &
  ChangesDeps &
  PeopleOperationDeps &
  EyesOperationDeps &
  ProtectionOperationDeps &
  TeamOperationDeps &
  DeskOperationDeps;

/** One function per operation, from the domain whose contract declares it. */
function operationsOf(deps: OperationDeps): Operations {
  const operations = {
    ...issuingOperations(deps),
    ...logOperations(deps),
    ...calledOperations(deps),
    ...searchOperations(deps),
    ...callbacksOperations(deps),
    ...profilesOperations(deps),
    ...formatOperations(deps),
    ...messagesOperations(deps),
    ...overviewOperations(deps),
    ...handOverOperations(deps),
    ...exportsOperations(deps),
    ...importOperations(deps),
    ...batchOperations(deps),
    ...statementOperations(deps),
    ...activityOperations(deps),
    ...peopleOperations(deps),
    ...eyesOperations(deps),
    ...protectionOperations(deps),
    ...teamOperations(deps),
    ...deskOperations(deps),
  };
  return { ...operations, ...recordChanges(operations, deps) };
}

type SetUp = {
  readonly redactor: Redactor;
  readonly files: JsonFiles;
  readonly profiles: Profiles;
  readonly settings: SettingsStore;
  readonly choices: ProfileChoices;
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
  const settings = createSettings({ ...ports, files });
  const choices = createProfileChoices({ dataDir, files, profiles });
  const secrets = createSecrets({
    keychains: ports.keychains,
    library: () => settings.get().keychainLibrary,
    places: createSecretPlaces(dataDir, files),
    redactor,
    clock,
  });
  await secrets.write(profiles.sandbox, { kind: 'signing' }, ports.sandbox.secret, 'run');
  if (choices.isChosen(SANDBOX_PROFILE_ID)) await ports.sandbox.start();
  const views = createViews({ dataDir, files });
  return { redactor, files, profiles, settings, choices, secrets, views };
}

/** The log opens whatever its state, and says which; what a crash interrupted is classified before anybody can ask. */
async function openWatchedLog(
  ports: CorePorts,
  { files, redactor }: Pick<SetUp, 'files' | 'redactor'>,
  events: DeskEvents,
  journal: Pick<Journal, 'write'>,
) {
  // Always by the same library: the commands that verify and restore know no settings.
  const anchorKey = createAnchorKey(ports.keychains.keyring, redactor);
  const missed = await catchUpWithTeam({ ...ports, files, redactor, anchorKey });
  const { dataDir, clock, backupEveryMs = BACKUP_EVERY_MS } = ports;
  const log = await openLog({
    dataDir,
    workerUrl: ports.logWorkerUrl,
    startWorker: ports.startLogWorker,
    clock,
    anchorKey,
    onHealth: () => health.look(),
    onWritten: (result) => health.wrote(result),
    onIndex: (index) => events.emit({ name: 'index.changed', index }),
    onBackup: (running) => events.emit({ name: 'backup.changed', running }),
    onRestoring: (progress) => events.emit({ name: 'restore.changed', progress }),
    onProtecting: (progress) => events.emit({ name: 'protection.progress', progress }),
    onThreadLate: (role) => noteLateThread(journal, role),
    onOpenedLater: () => recoverInterrupted(log, settler),
    indexAfterMs: INDEX_AFTER_MS,
    backupEveryMs,
  });
  const health = createDeskHealth({ log, events });
  const settler = createSettler({
    log,
    events,
    clock,
    retryEveryMs: RETRY_W3_MS,
    onHeld: health.holds,
  });
  tellErased({ log, events, clock });
  try {
    await recoverInterrupted(log, settler);
  } catch (error) {
    await log.close();
    throw error;
  }
  return { log, health, settler, missed };
}

function userAgentOf({ appVersion }: CorePorts): string {
  return `DepositDesk/${appVersion}`;
}

function infoOf(ports: CorePorts, files: JsonFiles): OperationOutput<'app.info'> {
  const { appVersion: version, host, dataDir, updates } = ports;
  return { version, host, dataDir, updates, setAside: files.setAside() };
}
