import type { DeskEvent } from '#shared/contract/events.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { ok } from '#shared/domain/result.ts';

import { createDeskEvents } from '../desk/deskEvents.ts';
import { type DeskHealth, createDeskHealth } from '../desk/deskHealth.ts';
import { type IssueDeposit, type IssueDeps, createIssueDeposit } from '../issuing/issueDeposit.ts';
import { createLateAnswers } from '../issuing/lateAnswers.ts';
import { createSendDeposit } from '../issuing/sendDeposit.ts';
import { type Settler, createSettler } from '../issuing/settle.ts';
import { type UnderWay, createUnderWay } from '../issuing/underWay.ts';
import { createJsonFiles } from '../files/jsonFile.ts';
import { createLimitsService } from '../limits/service.ts';
import type { Clock, Vault } from '../ports.ts';
import { createConnect } from '../provider/connect.ts';
import { type ReadyConnections, createReadyConnections } from '../provider/readyConnections.ts';
import { createTrust } from '../provider/trust.ts';
import { createRedactor } from '../journal/redact.ts';
import type { ClaimOrder } from '../team/claims.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { SecretsDeps } from '../vault/secretLook.ts';
import { createSecretPlaces } from '../vault/secretPlaces.ts';
import { type Secrets, createSecrets } from '../vault/secrets.ts';
import { chance, temporaryDir } from './builders.ts';
import { openTestLog } from './log.ts';
import type { LogPort, Written } from '../log/openLog.ts';
import { asked, type Asked } from '../log/call.ts';
import { WRITES } from '../log/writes/writes.ts';

export type TestDesk = {
  readonly issue: IssueDeposit;
  readonly log: LogPort;
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly settler: Settler;
  readonly underWay: UnderWay;
  readonly health: DeskHealth;
  readonly connections: ReadyConnections;
  readonly events: readonly DeskEvent[];
  /** The outcomes told to the screen, in order. */
  readonly told: () => readonly DepositRequest['outcome'][];
  readonly stop: () => void;
  readonly close: () => Promise<void>;
};

type TestDeskOptions = {
  readonly keychain?: Vault;
  readonly isLiveAllowed?: boolean;
  /** Left out: every live profile is confirmed. */
  readonly isLiveConfirmed?: IssueDeps['isLiveConfirmed'];
  readonly findInUse?: IssueDeps['findInUse'];
  readonly retryEveryMs?: number;
  /** For providers that never answer: a request waits for its limits first. */
  readonly limitsTimeoutMs?: number;
  /** How long late answers are waited for; left out: a minute. */
  readonly late?: { readonly readForMs: number };
  readonly environment?: Readonly<Record<string, string>>;
  /** The team's; left out: the desk has none. */
  readonly claim?: ClaimOrder;
  /** Stands between the log and its users. */
  readonly wrapLog?: (log: LogPort) => LogPort;
};

/** Neither rules nor cards: what they do is tested with people, over the whole desk. */
const NO_EYES: Pick<IssueDeps, 'eyes'> = {
  eyes: {
    digestKey: '',
    approvalOf: () => null,
    ask: ({ reasons }) => ({ code: 'approval_needed', reasons, cardId: null }),
    used: () => undefined,
  },
};

/** Writes that a test may have wrapped: the log itself tells only of its own. */
function heardWrites(log: LogPort, wrote: DeskHealth['wrote']): Asked<typeof WRITES> {
  return asked(WRITES, async (name, _write, args) => {
    const write: (...sent: readonly never[]) => Promise<Written> = log[name];
    const written = await write(...args);
    wrote(written);
    return written;
  });
}

/** The issuing half of createServices, with its deadlines in the test's hands. */
export async function openTestDesk(options: TestDeskOptions = {}): Promise<TestDesk> {
  const clock = { now: () => new Date() };
  const dataDir = temporaryDir();
  const opened = await openTestLog(dataDir);
  const redactor = createRedactor();
  const secrets = testSecrets(options.keychain, { dataDir, redactor, clock });
  const events: DeskEvent[] = [];
  const onBug = (error: unknown): void => {
    throw error;
  };
  const hub = createDeskEvents(onBug);
  hub.onEvent((event) => events.push(event));
  const wrapped = options.wrapLog?.(opened) ?? opened;
  const health = createDeskHealth({ log: wrapped, events: hub });
  const log = { ...wrapped, ...heardWrites(wrapped, health.wrote) };
  const settler = createSettler({
    log,
    events: hub,
    clock,
    retryEveryMs: options.retryEveryMs ?? 60_000,
    onHeld: health.holds,
  });
  const underWay = createUnderWay(() => undefined, hub);
  const { connect, connections } = waysOf(options, clock);
  const provider = { connect, connections, secrets, userAgent: 'test' };
  const shared = { log, redactor, events: hub, clock, chance, onBug, ...provider };
  const limits = createLimitsService({
    ...shared,
    timeoutMs: options.limitsTimeoutMs ?? 2000,
    onAsked: () => undefined,
  });
  const lateAnswers = createLateAnswers({ ...shared, settler, ...options.late });
  const claim = options.claim === undefined ? {} : { claim: options.claim };
  const send = createSendDeposit({ ...shared, ...claim, limits, settler, underWay, lateAnswers });
  const isLiveAllowed = options.isLiveAllowed ?? true;
  const isLiveConfirmed = options.isLiveConfirmed ?? (() => true);
  const whom = { isLiveAllowed, isLiveConfirmed, findInUse: options.findInUse ?? (() => ok(null)) };
  return {
    issue: createIssueDeposit({ ...shared, ...whom, ...NO_EYES, limits, send, settler }),
    log,
    dataDir,
    secrets,
    settler,
    underWay,
    health,
    connections,
    events,
    told: () =>
      events.flatMap((event) => (event.name === 'request.changed' ? [event.request.outcome] : [])),
    stop: () => underWay.interruptAll('closing'),
    async close() {
      underWay.interruptAll('closing');
      connections.close();
      await underWay.settled();
      lateAnswers.close();
      await limits.close();
      await settler.close();
      await opened.close();
    },
  };
}

function waysOf({ environment = {} }: TestDeskOptions, clock: Clock) {
  const trust = createTrust();
  const connect = createConnect({ environment, resolveProxy: async () => 'DIRECT' }, trust);
  return { connect, connections: createReadyConnections({ connect, trust, clock }) };
}

/** One keychain, whichever library is asked. */
function testSecrets(
  given: Vault | undefined,
  around: Pick<SecretsDeps, 'redactor' | 'clock'> & { readonly dataDir: string },
): Secrets {
  const keychain: Vault = given ?? { ...createMemoryVault(), store: 'keychain' };
  const files = createJsonFiles(around.clock.now(), () => undefined);
  return createSecrets({
    ...around,
    keychains: { keyring: keychain, keytar: keychain },
    library: () => 'keyring',
    places: createSecretPlaces(around.dataDir, files),
  });
}
